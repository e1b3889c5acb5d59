//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_lock_protects
// One access without the lock sees the middle.
void __VERIFIER_assume(int);
void reach_error(void);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int m, x;
void __VERIFIER_atomic_acquire(int *lock) {
    __VERIFIER_assume(*lock == 0);
    *lock = 1;
}
void __VERIFIER_atomic_release(int *lock) {
    __VERIFIER_assume(*lock == 1);
    *lock = 0;
}
void *worker(void *unused) {
    __VERIFIER_atomic_acquire(&m);
    x = x + 1;
    x = x + 1;
    __VERIFIER_atomic_release(&m);
    return unused;
}
void *observer(void *unused) {
    if (x == 1)
        reach_error();
    return unused;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_create(&c, 0, observer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 4)
        reach_error();
    return 0;
}
