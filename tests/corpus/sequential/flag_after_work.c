//@ safe
//@ twin: flag_before_work
//@ by: sequential
// A flag says that the work was done.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int done = 0;
    unsigned work = 0;
    while (!done) {
        if (__VERIFIER_nondet_int() && work > 3)
            done = 1;
        else if (work < 100)
            work++;
    }
    assert(work > 0);
    return 0;
}
