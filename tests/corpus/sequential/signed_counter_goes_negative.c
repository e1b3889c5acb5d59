//@ unsafe
//@ twin: signed_counter
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// A signed counter between its bounds.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (x < 50)
                x++;
        } else if (x >= 0)
            x--;
    }
    assert(x >= 0 && x <= 50);
    return 0;
}
