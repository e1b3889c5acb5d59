//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: copied_beside_itself
//@ domain: 0 2 3 4
// Whether the ranges overlap depends on an input: 3 bytes are too near, 4 are not.
#include <string.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    char text[8] = "abcdefg";
    int distance = __VERIFIER_nondet_int();
    __VERIFIER_assume(distance >= 3 && distance <= 4);
    memcpy(text, text + distance, 4);
    return 0;
}
