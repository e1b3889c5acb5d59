//@ all: safe
//@ by: explicit bmc
//@ twin: attributes_out_of_range_accepted
// Attributes that change nothing here are still errors where they cannot have the value.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t thread;
    pthread_attr_init(&thread);
    assert(pthread_attr_setstacksize(&thread, 16384) == 0 && pthread_attr_setstacksize(&thread, 16383) == EINVAL);
    assert(pthread_attr_setscope(&thread, PTHREAD_SCOPE_SYSTEM) == 0 && pthread_attr_setscope(&thread, 7) == EINVAL);
    assert(pthread_attr_setscope(&thread, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setschedpolicy(&thread, 2) == 0 && pthread_attr_setinheritsched(&thread, 2) == EINVAL);
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    assert(pthread_mutexattr_setpshared(&mutex, 2) == EINVAL && pthread_mutexattr_setprotocol(&mutex, 3) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&mutex, 0) == EINVAL && pthread_mutexattr_setpshared(&mutex, 1) == 0);
    pthread_condattr_t condition;
    pthread_condattr_init(&condition);
    assert(pthread_condattr_setclock(&condition, 1) == 0 && pthread_condattr_setclock(&condition, 2) == EINVAL);
    assert(pthread_setname_np(pthread_self(), "fifteen letters") == 0);
    assert(pthread_setname_np(pthread_self(), "sixteen letters!") == ERANGE);
    return 0;
}
