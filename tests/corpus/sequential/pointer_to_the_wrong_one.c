//@ unsafe
//@ twin: pointer_to_either
//@ by: sequential
// A pointer to one of two objects.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 0;
    unsigned *p = &x;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            p = &x;
        else
            p = &y;
        if (*p < 10)
            *p = *p + 1;
        if (p == &y && *p == 10) *p = 11;
    }
    assert(x <= 10 && y <= 10);
    return 0;
}
