//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_two_locks_of_three
// None in common.
#include <pthread.h>

int x;
pthread_mutex_t l[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                        PTHREAD_MUTEX_INITIALIZER};

void *first(void *unused) {
    pthread_mutex_lock(&l[0]);
    pthread_mutex_lock(&l[1]);
    x = 1;
    pthread_mutex_unlock(&l[1]);
    pthread_mutex_unlock(&l[0]);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&l[2]);
    pthread_mutex_lock(&l[3]);
    x = 2;
    pthread_mutex_unlock(&l[3]);
    pthread_mutex_unlock(&l[2]);
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
