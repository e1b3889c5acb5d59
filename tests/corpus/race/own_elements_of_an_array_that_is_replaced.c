//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements_of_an_array_in_a_structure
// The pointer in the structure moves back in each round: both threads get the same element.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    int *steps;
};

void *work(void *step) {
    *(int *)step = 1;
    return 0;
}

int main(void) {
    struct pool pool;
    pthread_t ids[2];
    int *steps = calloc(2, sizeof *steps);
    if (!steps) {
        return 1;
    }
    pool.steps = steps + 1;
    for (int i = 0; i < 2; i++) {
        pthread_create(&ids[i], 0, work, pool.steps + i);
        pool.steps--;
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(ids[i], 0);
    }
    return 0;
}
