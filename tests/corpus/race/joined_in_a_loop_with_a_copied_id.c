//@ unsafe
//@ by: explicit
//@ twin: joined_in_a_loop
// The second thread's id is written over by that of a third thread, which is joined in its place.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *idle(void *unused) {
    return unused;
}

int main(void) {
    pthread_t ids[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, worker, 0);
    pthread_create(&ids[1], 0, idle, 0);
    for (int j = 0; j < 2; j++)
        pthread_join(ids[j], 0);
    return x;
}
