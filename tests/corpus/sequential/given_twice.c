//@ unsafe
//@ twin: given_and_taken
//@ by: sequential
//@ domain: 0 1 4
// What one loses the other gets.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = n, y = 0;
    while (x > 0) {
        x--;
        y += (x == 2 ? 2 : 1);
    }
    assert(y == n);
    return 0;
}
