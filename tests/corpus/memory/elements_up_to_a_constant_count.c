//@ memory: safe
//@ by: static
//@ twin: elements_up_to_a_count_that_main_changes
//@ domain: 0 3
// Nothing changes the count once the thread has begun.
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
    pthread_join(thread, 0);
    free(cells);
    return 0;
}
