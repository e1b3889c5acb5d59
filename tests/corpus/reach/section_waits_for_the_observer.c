//@ unsafe
//@ twin: section_waits_before_it_writes
//@ by: sequential compositional
//@ open: assertions: neither has a model of a wait inside of a section
// The section stops halfway for the lock that the observer holds: that the lock is held can be seen, so taking it does not move.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int z;
void *waiter(void *unused) {
    __VERIFIER_atomic_begin();
    z = 1;
    pthread_mutex_lock(&m);
    z = 0;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return unused;
}
void *observer(void *unused) {
    pthread_mutex_lock(&m);
    assert(z != 1);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, observer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
