//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: waits_with_a_deadline_for_nothing
// Whoever waits with a deadline wakes up again and again, and sees the flag in the end.
#include <pthread.h>
#include <time.h>

pthread_mutex_t m;
pthread_cond_t c;
int flag;

void *first(void *argument) {
    struct timespec soon = {0, 0};
    pthread_mutex_lock(&m);
    while (!flag) pthread_cond_timedwait(&c, &m, &soon);
    pthread_mutex_unlock(&m);
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
