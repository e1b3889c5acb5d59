//@ locks: unsafe  others: safe
//@ twin: unlock_behind_a_timed_lock_in_time
// The thread ends with the mutex locked; main gets no lock in time, and unlocks all the same.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
long count;

void *keeper(void *arg) {
    long seen = count;
    pthread_mutex_lock(&lock);
    return seen ? arg : 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, keeper, 0);
    pthread_join(id, 0);
    if (pthread_mutex_timedlock(&lock, 0) == 0) {
        ++count;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
