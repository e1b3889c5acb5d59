//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 43_wait_inside_a_section_sees_no_lock
// A section that waits for a thread's end lets it run.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

void *worker(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    pthread_join(t, 0);
    assert(x == 1);
    __VERIFIER_atomic_end();
    return 0;
}
