//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements
//@ domain: 0 1 2
// Each thread also reads the number of the element behind its own, which another thread writes.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part { int id, sum, cells[2]; };

void *work(void *argument) {
    struct part *part = argument;
    for (int i = 0; i < 2; i++)
        part->cells[i] = part->id;
    part->sum = part[1].sum;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    struct part *parts = calloc(n + 1, sizeof *parts);
    for (int i = 0; i < n; i++) {
        parts[i].id = i;
        pthread_create(&ids[i], 0, work, &parts[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return 0;
}
