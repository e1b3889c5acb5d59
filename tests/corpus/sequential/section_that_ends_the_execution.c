//@ unsafe
//@ twin: section_that_goes_on
//@ by: explicit bmc sequential compositional
// The section reads behind the array, which ends the execution: but the thread that was created before may run before that.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int cells[2];
int is_created;

void *worker(void *unused) {
    assert(is_created == 0);
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
    at += 2;
    cells[0] = *at;
    __VERIFIER_atomic_end();
    return 0;
}
