//@ all: safe
//@ by: explicit bmc
//@ twin: sums_that_do_not_fit_are_exact
// What is stored is what is left of the exact value; the result says whether that is all.
#include <assert.h>
#include <limits.h>

int main(void)
{
    int sum;
    unsigned char small;
    long product;
    unsigned long large;
    assert(__builtin_add_overflow(INT_MAX, 1, &sum) && sum == INT_MIN);
    assert(!__builtin_sub_overflow(1u, 2u, &sum) && sum == -1);
    assert(__builtin_mul_overflow(16, 17L, &small) && small == 16);
    assert(__builtin_smull_overflow(LONG_MAX, 2, &product) && product == -2);
    assert(__builtin_umull_overflow(1ul << 32, 1ul << 32, &large) && large == 0);
    assert(!__builtin_umull_overflow(1ul << 32, 1ul << 31, &large) && large == 1ul << 63);
    assert(__builtin_mul_overflow(1ul << 32, 1ul << 31, &product) && product == LONG_MIN);
    assert(__builtin_add_overflow_p(-1L, 0, 0u) && !__builtin_add_overflow_p(-1L, 0, (char)0));
    assert(__builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30 && __builtin_clrsbl(LONG_MIN) == 0);
    return 0;
}
