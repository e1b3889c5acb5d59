//@ unsafe
//@ twin: early_exit
//@ by: sequential
// Found or not found.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int found = 0;
    unsigned i;
    for (i = 0; i < 50; i++) {
        if (__VERIFIER_nondet_int()) {
            found = 1;
            break;
        }
    }
    assert(found == (i < 49 || i == 50));
    return 0;
}
