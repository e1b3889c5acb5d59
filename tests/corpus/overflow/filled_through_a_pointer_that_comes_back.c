//@ overflow: unsafe
//@ twin: counted_beside_an_index_that_stays
//@ domain: 0 1
// A pointer leads behind its object, and an index leads back into it.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static struct pair {
    int numbers[2];
} pair;

static void fill(struct pair *behind, int back, int which) {
    behind[back].numbers[which & 1] = INT_MAX;
}

int main(void) {
    int further = __VERIFIER_nondet_int() & 1;
    if (further == 1)
        fill(&pair + further, -1, __VERIFIER_nondet_int());
    pair.numbers[1]++;
    return 0;
}
