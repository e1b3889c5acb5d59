//@ deadlock: unsafe  others: safe
//@ twin: read_locked_twice_and_unlocked_twice
// The reader has two read locks and gives back one: the writer waits for ever.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *unused) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_create(&a, 0, writer, 0);
    pthread_join(a, 0);
    return 0;
}
