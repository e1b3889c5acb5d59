//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: waits_for_a_signal
// Without the mutex the signal may come between the look at the flag and the wait.
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t c;
int flag;

void *first(void *argument) {
    pthread_mutex_lock(&m);
    while (!flag) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}

void *second(void *argument) {
    flag = 1;
    pthread_cond_signal(&c);
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
