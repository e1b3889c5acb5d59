//@ unsafe
//@ by: bmc
//@ twin: lost_wake_up_5_right
// Who comes late waits for a broadcast that was before.
#include <pthread.h>

#define N 5
int is_ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, waiter, 0);
    pthread_mutex_lock(&m);
    is_ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
