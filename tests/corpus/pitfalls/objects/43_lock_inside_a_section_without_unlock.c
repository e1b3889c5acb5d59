//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 43_lock_inside_a_section
// The lock is never given back.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&m);
    x++;
    __VERIFIER_atomic_end();
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
