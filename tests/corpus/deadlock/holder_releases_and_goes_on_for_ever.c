//@ all: safe
//@ by: explicit
//@ twin: holder_goes_on_for_ever
// The lock is released first. To join a thread that works for ever is no deadlock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int beat;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    for (;;) {
        beat = !beat;
    }
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
