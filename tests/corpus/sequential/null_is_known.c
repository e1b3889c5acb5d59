//@ safe
//@ twin: null_or_not_is_not_known
//@ by: sequential
// A pointer that is set before it is asked for.
#include <assert.h>
int *unset;

int main(void) {
    int x = 0;
    int *p = &x;
    unset = p;
    if (!unset)
        assert(0);
    return 0;
}
