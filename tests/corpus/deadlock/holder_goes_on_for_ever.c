//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: holder_releases_and_goes_on_for_ever
// The thread that holds the lock never releases it: main waits in every continuation.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int beat;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
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
