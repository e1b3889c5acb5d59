//@ all: safe
//@ by: explicit
//@ twin: unlock_by_another_thread
// Each thread unlocks what it locked.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
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
