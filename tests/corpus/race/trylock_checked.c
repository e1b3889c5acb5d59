//@ all: safe
//@ by: explicit
//@ twin: trylock_ignored
// Only who has the lock writes.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    if (pthread_mutex_trylock(&m) == 0) {
        x = 1;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, first, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
