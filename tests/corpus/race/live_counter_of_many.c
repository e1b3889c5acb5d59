//@ data-race: unsafe
//@ by: explicit
//@ twin: live_counter_reset_first
// Each thread has a counter of its own among many. Main waits for one of them only.
#include <pthread.h>
#include <stdlib.h>

int data, *live;
pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&data_lock);
    data++;
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&live_lock);
    live[(long)argument]--;
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&live_lock);
    return 0;
}

int main(void) {
    pthread_t id;
    live = calloc(100, sizeof *live);
    if (!live)
        return 1;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&live_lock);
        live[i]++;
        pthread_mutex_unlock(&live_lock);
        pthread_create(&id, 0, work, (void *)(long)i);
    }
    pthread_mutex_lock(&live_lock);
    while (live[0])
        pthread_cond_wait(&ended, &live_lock);
    pthread_mutex_unlock(&live_lock);
    return data;
}
