//@ memory: unsafe
//@ twin: elements_up_to_a_constant_count
//@ domain: 0 3
// Main changes the count while the thread runs.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *cells, n;

void *work(void *argument) {
    for (int i = 0; i < n; i++)
        cells[i] = 1;
    return argument;
}

int main(void) {
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    cells = malloc(n * sizeof *cells);
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    n++;
    pthread_join(thread, 0);
    free(cells);
    return 0;
}
