//@ memory: unsafe
//@ by: explicit
//@ twin: filled_and_copied_within
//@ domain: 0 16 17 -1
// One byte more than there are may be filled and copied.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

char from[16], to[16];

int main(void) {
    for (;;) {
        int n = __VERIFIER_nondet_int();
        if (n >= 0 && n <= 17) {
            memset(from, 1, n);
            memmove(to, from, n);
        } else if (n == -1)
            return 0;
    }
}
