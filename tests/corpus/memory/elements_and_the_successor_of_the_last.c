//@ memory: unsafe
//@ twin: elements_and_their_successors
//@ domain: 0 3
// The last element is compared with its successor, too.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *cells, n, sorted;

void *work(void *argument) {
    for (int i = 0; i < n; i++)
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
