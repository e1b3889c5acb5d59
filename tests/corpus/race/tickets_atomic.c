//@ data-race: safe
//@ by: static
//@ twin: tickets_that_come_round
//@ domain: 0 1 2
// Each thread draws a number by an atomic operation, and has a pair for itself.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int first, second; } *data;
atomic_int next;


void *work(void *argument) {
    int j;
    j = atomic_fetch_add(&next, 1);
    data[j].second = data[j].first + 1;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000000)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    data = calloc(n + 1, sizeof *data);
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, 0);
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return data[0].second;
}
