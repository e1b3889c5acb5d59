//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 33_normal_unlocked_twice
// The second unlock of an error-checking mutex returns EPERM, which POSIX defines.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &kind);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
