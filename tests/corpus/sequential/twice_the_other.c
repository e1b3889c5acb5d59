//@ safe
//@ twin: twice_but_once
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// y = 2x is an invariant.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y += 2;
    }
    assert(y == 2 * x);
    return 0;
}
