//@ data-race: unsafe
//@ by: explicit
// Main finds the pointer by its distance from an element of a long array, of which each element could be meant. It is the pointer that moves
// back in each round.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    int *steps;
    int *moving;
    int *unused;
    long numbers[40];
} pool;

void *work(void *step) {
    *(int *)step = 1;
    return 0;
}

int main(void) {
    pthread_t ids[2];
    int *steps = calloc(8, sizeof *steps);
    if (!steps) {
        return 1;
    }
    long *number = &pool.numbers[1];
    pool.steps = pool.moving = steps + 2;
    for (int i = 0; i < 2; i++) {
        pthread_create(&ids[i], 0, work, *(int **)((char *)number - 24) + i);
        pool.moving--;
    }
    return 0;
}
