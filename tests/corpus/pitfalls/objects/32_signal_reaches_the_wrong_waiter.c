//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: 32_two_conditions
// Two kinds of waiters share a condition: the signal may wake the one that cannot use it.
#include <pthread.h>

int a, b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_cond_t d = PTHREAD_COND_INITIALIZER;

void *needs_a(void *unused) {
    pthread_mutex_lock(&m);
    while (!a)
        pthread_cond_wait(&c, &m);
    b = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

void *needs_b(void *unused) {
    pthread_mutex_lock(&m);
    while (!b)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

void *setter(void *unused) {
    pthread_mutex_lock(&m);
    a = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, needs_a, 0);
    pthread_create(&t2, 0, needs_b, 0);
    pthread_create(&t3, 0, setter, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
