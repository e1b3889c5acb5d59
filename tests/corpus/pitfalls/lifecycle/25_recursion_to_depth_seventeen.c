//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 25_recursion_ends_above
//@ domain: 0 16 17
// The depth is an input; the bug is at depth 17.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

void descend(int n, int depth) {
    assert(depth != 17);
    if (depth < n)
        descend(n, depth + 1);
}

void *worker(void *unused) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n <= 17)
        descend(n, 0);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    return 0;
}
