//@ assertions: unsafe
//@ by: explicit
// A once routine locks again what its thread has locked for writing: that may wait before it gets EDEADLK. So main enters its section while
// the thread is inside of its own one, and waits there for the end of the routine.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int flag;

void keep(void) {
    pthread_rwlock_wrlock(&lock);
}

void *work(void *unused) {
    __VERIFIER_atomic_begin();
    pthread_rwlock_wrlock(&lock);
    pthread_once(&once, keep);
    assert(!flag);
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    __VERIFIER_atomic_begin();
    flag = 1;
    pthread_once(&once, keep);
}
