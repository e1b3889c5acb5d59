//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: trylock_checked
// The result of trylock is not looked at.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_trylock(&m);
    x = 1;
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
