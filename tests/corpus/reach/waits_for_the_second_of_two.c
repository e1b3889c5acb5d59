//@ unsafe
//@ twin: waits_for_one_of_two
// Who waits for the second of two threads knows of that one only.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int n, never;
pthread_t t[2];
void *count(void *unused) {
    __VERIFIER_atomic_begin();
    n = n + 1;
    __VERIFIER_atomic_end();
    return unused;
}
void *wait(void *unused) {
    pthread_join(t[1], 0);
    __VERIFIER_atomic_begin();
    int seen = n;
    __VERIFIER_atomic_end();
    never = 0;
    assert(seen >= 2);
    return unused;
}
int main(void) {
    pthread_t waiter;
    __VERIFIER_atomic_begin();
    pthread_create(&t[0], 0, count, 0);
    pthread_create(&t[1], 0, count, 0);
    pthread_create(&waiter, 0, wait, 0);
    __VERIFIER_atomic_end();
    if (never)
        pthread_join(t[1], 0);
    pthread_exit(0);
}
