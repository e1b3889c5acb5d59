//@ safe
//@ by: bmc
//@ twin: joins_with_lock_5
// The lock is free when the others are waited for.
#include <pthread.h>

#define N 5
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    pthread_mutex_lock(&m);
    x = 0;
    pthread_mutex_unlock(&m);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
