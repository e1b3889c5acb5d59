//@ memory: unsafe
//@ twin: elements_of_arrays_that_are_returned
//@ domain: 0 3
// A procedure allocates as many elements as it is asked for; the second array may have less than the first one.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *first, *second, n, m;

int *filled(int size) {
    int *cells = malloc(size * sizeof *cells);
    for (int i = 0; i < size; i++)
        cells[i] = 1;
    return cells;
}

void *work(void *argument) {
    for (int i = 0; i < n; i++)
        second[i] = first[i];
    return argument;
}

int main(void) {
    n = __VERIFIER_nondet_int();
    m = __VERIFIER_nondet_int();
    if (n < 0 || n > 2 || m < 0 || m > 2)
        return 0;
    first = filled(n);
    second = filled(m);
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    free(first);
    free(second);
    return 0;
}
