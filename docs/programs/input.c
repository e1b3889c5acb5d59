/* An input that nobody thought of: see docs/getting-started.md. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void) {
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    __VERIFIER_assume(first >= 0 && first < 100 && second >= 0 && second < 100);
    int sum = first + second;
    assert(sum != 42);
    return 0;
}
