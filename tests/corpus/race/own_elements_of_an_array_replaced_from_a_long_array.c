//@ data-race: unsafe
//@ by: explicit
// A copy to an element of a long array, of which each element could be meant, goes on behind the last one: to the pointer.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct pair {
    long number;
    int *steps;
};

struct pool {
    long numbers[20];
    int *steps;
} pool;

void *work(void *step) {
    *(int *)step = 1;
    return 0;
}

int main(void) {
    pthread_t ids[2];
    int n = __VERIFIER_nondet_int();
    int *steps = calloc(8, sizeof *steps);
    if (n != 19 || !steps) {
        return 1;
    }
    pool.steps = steps + 2;
    struct pair pair;
    pair.number = 0;
    pair.steps = steps + 1;
    for (int i = 0; i < 2; i++) {
        pthread_create(&ids[i], 0, work, pool.steps + i);
        memcpy(&pool.numbers[n], &pair, sizeof pair);
    }
    return 0;
}
