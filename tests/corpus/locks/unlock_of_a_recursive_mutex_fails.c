//@ all: safe
//@ by: explicit
//@ twin: unlock_of_a_normal_mutex_is_misuse
// Who does not own a recursive mutex gets an error.
#include <assert.h>
#include <errno.h>
#include <pthread.h>


pthread_mutex_t m;

int main(void) {
    pthread_mutexattr_t kind;
    int number;
    pthread_mutexattr_init(&kind);
    assert(pthread_mutexattr_settype(&kind, 17) == EINVAL);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_gettype(&kind, &number);
    assert(number == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    assert(pthread_mutex_unlock(&m) == EPERM);
    pthread_mutex_destroy(&m);
    return 0;
}
