//@ safe
//@ twin: given_twice
//@ by: sequential
// What one loses the other gets.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = n, y = 0;
    while (x > 0) {
        x--;
        y += 1;
    }
    assert(y == n);
    return 0;
}
