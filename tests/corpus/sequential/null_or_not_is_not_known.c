//@ unsafe
//@ twin: null_is_known
//@ by: sequential
// A global pointer is null at the start.
#include <assert.h>
int *unset;

int main(void) {
    int *p = unset;
    if (!p)
        assert(0);
    return 0;
}
