//@ safe
//@ twin: section_that_ends_the_execution
//@ by: explicit bmc sequential compositional
// The same section stays within the array, and the worker is right.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int cells[2];
int is_created;

void *worker(void *unused) {
    assert(is_created == 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    __VERIFIER_atomic_begin();
    is_created = 1;
    __VERIFIER_atomic_end();
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_begin();
    int *at = cells;
    at += 1;
    cells[0] = *at;
    __VERIFIER_atomic_end();
    return 0;
}
