//@ unsafe
//@ by: explicit bmc
//@ twin: holds_in_a_section_while_threads_start
// Once the section has begun nobody else does anything, not even start threads.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_barrier_t barrier;
int started;

void *second(void *arg) {
    pthread_barrier_wait(&barrier);
    return 0;
}

void *first(void *arg) {
    pthread_t t;
    started = 1;
    pthread_create(&t, 0, second, 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, 0, 1);
    pthread_create(&t, 0, first, 0);
    pthread_barrier_wait(&barrier);
    __VERIFIER_atomic_begin();
    int before = started;
    assert(before == 0);
    __VERIFIER_atomic_end();
    return 0;
}
