//@ unsafe
//@ twin: state_machine
//@ by: sequential
//@ domain: 0 9
// Red, green, yellow.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, before = 2;
    while (1) {
        before = state;
        switch (state) {
        case 0: state = 1; break;
        case 1: state = __VERIFIER_nondet_int() == 9 ? 0 : 2; break;
        default: state = 0; break;
        }
        assert(!(before == 1 && state == 0));
    }
}
