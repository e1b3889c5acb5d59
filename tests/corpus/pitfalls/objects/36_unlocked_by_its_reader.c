//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 36_unlocked_by_nobody
// By its reader.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    return 0;
}
