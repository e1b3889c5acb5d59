//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 36_two_readers_of_whom_one_writes
// The writer excludes the reader.
#include <assert.h>
#include <pthread.h>

int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *unused) {
    pthread_rwlock_wrlock(&l);
    x = 1;
    x = 2;
    pthread_rwlock_unlock(&l);
    return unused;
}

void *reader(void *unused) {
    pthread_rwlock_rdlock(&l);
    assert(x != 1);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, writer, 0);
    pthread_create(&t2, 0, reader, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
