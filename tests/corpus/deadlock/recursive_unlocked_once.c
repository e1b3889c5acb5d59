//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: recursive_by_attribute_unlocked
// Locked twice and unlocked once, it stays locked.
#include <pthread.h>

pthread_mutex_t m;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attributes);
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
