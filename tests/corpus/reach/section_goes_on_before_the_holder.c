//@ safe
//@ twin: section_finds_what_the_holder_wrote
// As soon as the lock is given back, the section goes on alone: before the write, which nothing protects.
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
    pthread_mutex_unlock(&m);
    set(5);
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, holder, 0);
    return 0;
}
