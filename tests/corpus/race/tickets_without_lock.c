//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: tickets_atomic
//@ domain: 0 1 2
// The number is read by one atomic operation, and changed by another one.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

int *data;
atomic_int next;


void *work(void *argument) {
    int j;
    j = atomic_load(&next);
    atomic_fetch_add(&next, 1);
    data[j] = 1;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    data = calloc(n + 1, sizeof *data);
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, 0);
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return data[0];
}
