//@ safe
//@ twin: pointer_to_the_wrong_one
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
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
        
    }
    assert(x <= 10 && y <= 10);
    return 0;
}
