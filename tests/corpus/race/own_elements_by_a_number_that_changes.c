//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements_by_a_number
//@ domain: 0 1 2
// The first thread may take the element of the second.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *results;

void *work(void *argument) {
    int id = (int)(long)argument;
    if (id == 0 && __VERIFIER_nondet_int())
        id++;
    results[id] = id;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    results = malloc((n + 1) * sizeof *results);
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, (void *)(long)i);
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return 0;
}
