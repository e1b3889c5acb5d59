//@ overflow: unsafe
//@ twin: counted_beside_an_index_that_stays
//@ domain: 0 1
// A pointer leads behind what is allocated, and back into it.
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    int numbers[2];
};

static void fill(struct pair *behind, int which) {
    behind[-1].numbers[which & 1] = INT_MAX;
}

int main(void) {
    struct pair *pair = calloc(1, sizeof *pair);
    int further = __VERIFIER_nondet_int() & 1;
    if (further == 1)
        fill(pair + further, __VERIFIER_nondet_int());
    pair->numbers[1]++;
    free(pair);
    return 0;
}
