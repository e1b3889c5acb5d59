//@ all: safe
//@ by: explicit
//@ twin: escaped_through_global
// The lock that publishes the local orders the write before it.
#include <pthread.h>

int *published;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    int *p = published;
    pthread_mutex_unlock(&m);
    if (p)
        *p = 1;
    return unused;
}

int main(void) {
    int local = 0;
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    local = 2;
    pthread_mutex_lock(&m);
    published = &local;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
