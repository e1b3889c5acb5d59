//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 25_recursion_to_depth_seventeen
//@ domain: 0 16 17
// It never gets there.
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
    if (n >= 0 && n <= 16)
        descend(n, 0);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    return 0;
}
