//@ memory: safe
//@ by: static
//@ twin: copied_beyond_the_end
//@ domain: 0 16 17 -1
// Up to sixteen bytes are filled and copied.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

char from[16], to[16];

int main(void) {
    for (;;) {
        int n = __VERIFIER_nondet_int();
        if (n >= 0 && n <= 16) {
            memset(from, 1, n);
            memmove(to, from, n);
        } else if (n == -1)
            return 0;
    }
}
