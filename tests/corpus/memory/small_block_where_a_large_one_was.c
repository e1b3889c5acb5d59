//@ memory: unsafe
//@ by: bmc explicit
//@ twin: large_block_where_a_small_one_was
// The third block is published, and it is too small. Where the loop is unwound twice only, the third block that is allocated is
// the large one behind the loop.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int *published;

void *allocate(unsigned size) {
    return malloc(size);
}

void *worker(void *unused) {
    int *p = published;
    if (p)
        p[2] = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    int n = 0;
    pthread_create(&t, 0, worker, 0);
    while (__VERIFIER_nondet_int()) {
        n++;
        __VERIFIER_assume(n <= 4);
        int *p = allocate(4);
        if (n == 3)
            published = p;
    }
    allocate(16);
    return 0;
}
