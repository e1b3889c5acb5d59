//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements_of_an_array_in_a_structure
// A thread moves the pointer in the structure back before the next thread is created: both may get the same element.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    int *steps;
    pthread_mutex_t mutex;
} pool = {0, PTHREAD_MUTEX_INITIALIZER};

void *work(void *step) {
    pthread_mutex_lock(&pool.mutex);
    pool.steps--;
    pthread_mutex_unlock(&pool.mutex);
    *(int *)step = 1;
    return 0;
}

int main(void) {
    pthread_t ids[2];
    int *steps = calloc(3, sizeof *steps);
    if (!steps) {
        return 1;
    }
    pool.steps = steps + 1;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&pool.mutex);
        pthread_create(&ids[i], 0, work, pool.steps + i);
        pthread_mutex_unlock(&pool.mutex);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(ids[i], 0);
    }
    return 0;
}
