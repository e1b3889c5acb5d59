//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 36_readers_together
// A writer is alone.
#include <assert.h>
#include <pthread.h>

int inside;
pthread_mutex_t count = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int enter(int change) {
    pthread_mutex_lock(&count);
    inside += change;
    int now = inside;
    pthread_mutex_unlock(&count);
    return now;
}

void *reader(void *unused) {
    pthread_rwlock_wrlock(&l);
    assert(enter(1) < 2);
    enter(-1);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, reader, 0);
    pthread_create(&t2, 0, reader, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
