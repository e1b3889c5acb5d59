//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 42_three_but_one_turned
// Each of three threads holds what the next one waits for.
#include <pthread.h>

pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void both(int i, int j) {
    pthread_mutex_lock(&m[i]);
    pthread_mutex_lock(&m[j]);
    pthread_mutex_unlock(&m[j]);
    pthread_mutex_unlock(&m[i]);
}

void *first(void *unused) {
    both(0, 1);
    return unused;
}

void *second(void *unused) {
    both(1, 2);
    return unused;
}

void *third(void *unused) {
    both(2, 0);
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_create(&t3, 0, third, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
