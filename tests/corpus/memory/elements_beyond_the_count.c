//@ memory: unsafe
//@ twin: elements_up_to_the_count
//@ domain: 0 3
// The array is one element too short for the last thread.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void *work(void *argument) {
    return argument;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 2)
        return 0;
    pthread_t *ids = calloc(n, sizeof *ids);
    for (int i = 0; i <= n; i++)
        if (pthread_create(&ids[i], 0, work, 0))
            exit(1);
    for (size_t i = 0; i < (size_t)n; i++)
        pthread_join(ids[i], 0);
    free(ids);
    return 0;
}
