//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: wakes_one_of_two
// A broadcast wakes both.
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t c;
int flag;

void *waits(void *argument) {
    pthread_mutex_lock(&m);
    while (!flag) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, waits, 0);
    pthread_create(&other, 0, waits, 0);
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
