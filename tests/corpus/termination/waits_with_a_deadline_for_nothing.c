//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: waits_with_a_deadline
// Nobody raises the flag: it times out for ever.
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
    flag = 0;
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
