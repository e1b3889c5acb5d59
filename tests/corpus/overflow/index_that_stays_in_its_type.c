//@ overflow: safe  arithmetic: safe
//@ by: static
//@ twin: index_that_leaves_its_type
//@ domain: -2147483640 -2147483648
// An index is computed on the way to an element, in each branch in range.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int table[8];

int main(void) {
    for (int i = 0;; i = __VERIFIER_nondet_int()) {
        if (i >= 7 - 2147483647)
            table[i > 0 ? (i - 7) & 7 : (i - 8) & 7] = 1;
        else if (i == -2147483647 - 1)
            return table[0];
    }
}
