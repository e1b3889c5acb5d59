//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 85_no_deadlock_beside_independent_steps
// Steps that commute with everything stand beside the locks: leaving them out must not hide the deadlock.
#include <pthread.h>

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_lock(&n);
    x = 2;
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&n);
    y = 1;
    pthread_mutex_lock(&m);
    y = 2;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
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
