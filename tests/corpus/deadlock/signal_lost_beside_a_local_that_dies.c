//@ deadlock: unsafe  memory: unsafe
//@ by: explicit
//@ twin: lost_wake_up
// The signal comes before the wait. The thread that gave it reads a local of another thread, in time or too late: in time, main waits for
// ever.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int zero;
int *shared = &zero;

void *signals(void *unused) {
    pthread_cond_signal(&condition);
    return *shared ? unused : 0;
}

void *publishes(void *unused) {
    pthread_t id;
    int local = 0;
    pthread_create(&id, 0, signals, 0);
    shared = &local;
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, publishes, 0);
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
