//@ data-race: unsafe
//@ by: explicit
// Main finds the pointer by its distance from an address in front of the object. The pointer moves back in each round.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    int *steps;
    int *unused[2];
};

void *work(void *step) {
    *(int *)step = 1;
    return 0;
}

int main(void) {
    pthread_t ids[2];
    int *steps = calloc(8, sizeof *steps);
    struct pool *pool = malloc(sizeof *pool);
    if (!steps || !pool) {
        return 1;
    }
    struct pool *before = pool - 1;
    pool->steps = steps + 2;
    for (int i = 0; i < 2; i++) {
        pthread_create(&ids[i], 0, work, before[1].steps + i);
        pool->steps--;
    }
    return 0;
}
