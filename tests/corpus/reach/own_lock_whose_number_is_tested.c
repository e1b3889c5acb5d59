//@ assertions: safe  data-race: safe  memory: safe
//@ by: static
//@ twin: own_lock_whose_truth_is_tested
// The number of the lock says whether it is free.
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
char m = 1;
int x;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(m == 1);
    m = 2;
    __VERIFIER_atomic_end();
    x = 1;
    __VERIFIER_atomic_begin();
    m = 1;
    __VERIFIER_atomic_end();
    return unused;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
