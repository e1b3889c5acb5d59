//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_error_checking_unlocked_twice
// That of a normal one is undefined.
#include <pthread.h>

pthread_mutex_t m;

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&m, &kind);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
