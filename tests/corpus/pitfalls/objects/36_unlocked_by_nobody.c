//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 36_unlocked_by_its_reader
// Unlocked by a thread that has no lock.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_unlock(&l);
    return 0;
}
