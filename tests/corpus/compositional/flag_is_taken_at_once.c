//@ safe
//@ twin: flag_is_given_back_by_another
//@ by: compositional
// A lock that is a flag: who set it knows that it is set, whoever else waits for it.
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
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
