//@ safe
//@ by: explicit static
//@ twin: lock_with_an_index_of_its_own
// An array of locks beside an array of data.
#include <pthread.h>

int data[3];
pthread_mutex_t locks[3];

void *worker(void *argument) {
    int i = *(int *)argument;
    pthread_mutex_lock(&locks[i]);
    data[i] = data[i] + 1;
    pthread_mutex_unlock(&locks[i]);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int one = 1, other = 1;
    pthread_create(&a, 0, worker, &one);
    pthread_create(&b, 0, worker, &other);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
