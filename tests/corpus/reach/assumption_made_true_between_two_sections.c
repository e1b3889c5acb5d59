//@ assertions: unsafe  others: safe
//@ twin: assumption_made_true_before_one_section
// Left alone, main always fails its second assumption. But the worker may raise the flag between the two sections of main,
// so while main can still go into the first one, the worker must not be taken to be the only one who can do anything.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int flag;

void raise_flag(void) {
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
}

void lower_flag(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(flag);
    flag = 0;
    __VERIFIER_atomic_end();
}

void *worker(void *arg) {
    raise_flag();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    raise_flag();
    lower_flag();
    lower_flag();
    assert(0);
    return 0;
}
