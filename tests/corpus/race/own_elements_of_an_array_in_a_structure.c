//@ data-race: safe  deadlock: safe  locks: safe
//@ by: static
//@ twin: own_elements_of_an_array_that_is_replaced
// Each thread has an element of an array to which a structure points, and the structure itself is shared.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    int *steps;
    int done;
    pthread_mutex_t mutex;
} pool = {0, 0, PTHREAD_MUTEX_INITIALIZER};

void *work(void *step) {
    *(int *)step = 1;
    pthread_mutex_lock(&pool.mutex);
    pool.done = 1;
    pthread_mutex_unlock(&pool.mutex);
    *(int *)step = 2;
    return 0;
}

int main(void) {
    pthread_t ids[2];
    pool.steps = calloc(2, sizeof *pool.steps);
    if (!pool.steps) {
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        pthread_create(&ids[i], 0, work, pool.steps + i);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(ids[i], 0);
    }
    return 0;
}
