//@ memory: safe
//@ by: static
//@ twin: elements_and_the_successor_of_the_last
//@ domain: 0 3
// Each element but the last one is compared with its successor.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *cells, n, sorted;

void *work(void *argument) {
    for (int i = 0; i < n - 1; i++)
        sorted = cells[i] < cells[i + 1];
    return argument;
}

int main(void) {
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    cells = calloc(n, sizeof *cells);
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    free(cells);
    return 0;
}
