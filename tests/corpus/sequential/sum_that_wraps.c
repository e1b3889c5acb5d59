//@ unsafe
//@ twin: saturating_sum
//@ by: sequential
//@ domain: 0 1 50
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
        if (sum + x > 201)
            break;
        sum += x;
        assert(sum <= 200);
    }
    return 0;
}
