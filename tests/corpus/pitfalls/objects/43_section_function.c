//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 43_ordinary_function
// A function whose name begins so is a section.
#include <assert.h>
#include <pthread.h>

int x;

void __VERIFIER_atomic_increment(void) {
    x++;
}

void *worker(void *unused) {
    __VERIFIER_atomic_increment();
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
