//@ unsafe
//@ twin: flag_is_taken_at_once
// The same, and main gives back what it never took: somebody else changed the flag last.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int flag;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(flag == 0);
    flag = 1;
    __VERIFIER_atomic_end();
    assert(flag == 1);
    flag = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    flag = 0;
    pthread_join(t, 0);
}
