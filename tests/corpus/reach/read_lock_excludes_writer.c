//@ safe
//@ by: explicit
// Readers do not see what a writer does half-way.
#include <assert.h>
#include <pthread.h>


pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    x = 1;
    x = 2;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    pthread_rwlock_unlock(&lock);
    assert(seen != 1);
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&c, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
