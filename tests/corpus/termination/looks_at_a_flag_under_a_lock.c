//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: tries_a_lock_once
// Who wants a mutex that is free again and again gets it, under strong fairness.
#include <pthread.h>

pthread_mutex_t m;
int flag;

void *first(void *argument) {
    int go = 1;
    while (go) {
        pthread_mutex_lock(&m);
        go = !flag;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

void *second(void *argument) {
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
