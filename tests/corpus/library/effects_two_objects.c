//@ all: safe
//@ twin: effects_two_objects_of_one
// Both ends are written.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2] = {-1, -1};
    int result = pipe(ends);
    assert(result == 0 || result == -1);
    ends[0] = ends[1];
    return 0;
}
