//@ unsafe
//@ by: explicit
//@ twin: lock_with_the_same_index
// The second thread locks by another index than it accesses by.
#include <pthread.h>

int data[3];
pthread_mutex_t locks[3];

void *worker(void *argument) {
    int i = *(int *)argument;
    int j = i == 2 ? 0 : i;
    i = 1;
    pthread_mutex_lock(&locks[j]);
    data[i] = data[i] + 1;
    pthread_mutex_unlock(&locks[j]);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int one = 1, other = 2;
    pthread_create(&a, 0, worker, &one);
    pthread_create(&b, 0, worker, &other);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
