//@ all: safe
//@ by: explicit
//@ twin: recursive_by_attribute
// The mutex is a recursive one, locked twice and unlocked twice.
#include <pthread.h>

pthread_mutex_t m;

void *other(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    pthread_create(&a, 0, other, 0);
    pthread_join(a, 0);
    return 0;
}
