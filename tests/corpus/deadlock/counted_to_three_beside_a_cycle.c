//@ all: safe
//@ by: explicit
//@ twin: counted_for_ever_beside_a_cycle
// A cycle of two locks, but main returns after three steps, which ends the process.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static _Atomic unsigned long beat;

static void *first(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return unused;
}

static void serve(void) {
    for (int i = 0; i < 3; i++) {
        beat++;
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    serve();
    return 0;
}
