//@ unsafe
//@ twin: section_goes_on_before_the_holder
//@ by: explicit
// The section waits for the lock, and the holder of the lock writes meanwhile.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int z;
void set(int value) {
    __VERIFIER_atomic_begin();
    z = value;
    __VERIFIER_atomic_end();
}
void *waiter(void *unused) {
    __VERIFIER_atomic_begin();
    z = 1;
    pthread_mutex_lock(&m);
    assert(z != 5);
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return unused;
}
void *holder(void *unused) {
    pthread_mutex_lock(&m);
    set(5);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, holder, 0);
    return 0;
}
