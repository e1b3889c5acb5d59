//@ memory: unsafe  others: safe
//@ twin: effects_two_objects
// There is room for one end only.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[1] = {-1};
    int result = pipe(ends);
    assert(result == 0 || result == -1);
    ends[0] = 0;
    return 0;
}
