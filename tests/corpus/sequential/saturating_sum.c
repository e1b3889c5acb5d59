//@ safe
//@ twin: sum_that_wraps
//@ by: sequential
// A sum of bytes that stops at 200.
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char sum = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned char x = __VERIFIER_nondet_uchar();
        if (x > 50)
            continue;
        if (sum + x > 200)
            break;
        sum += x;
        assert(sum <= 200);
    }
    return 0;
}
