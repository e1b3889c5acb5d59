//@ data-race: unsafe  others: safe
//@ twin: failing_trylock_leaves_alone
//@ by: explicit
// That trylock fails shows that the other thread wrote x before, but synchronizes nothing.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    x = 1;
    pthread_mutex_lock(&m);
    return unused;
}

void *second(void *unused) {
    if (pthread_mutex_trylock(&m) != 0)
        x = 2;
    else
        pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
