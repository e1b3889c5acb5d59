//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_handed_over_under_the_lock
// Named before the last access.
#include <pthread.h>

int x, owner;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    owner = 2;
    pthread_mutex_unlock(&m);
    x = 1;
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    int mine = owner == 2;
    pthread_mutex_unlock(&m);
    if (mine)
        x = 2;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
