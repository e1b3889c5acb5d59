//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements
//@ domain: 0 1 2
// The pointer was computed before the loop: all threads have the first element.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part { int id, sum, cells[2]; };

void *work(void *argument) {
    struct part *part = argument;
    for (int i = 0; i < 2; i++)
        part->cells[i] = part->id;
    part->sum = part->cells[0] + 1;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    struct part *parts = calloc(n + 1, sizeof *parts);
    int i = 0;
    struct part *part = &parts[i];
    for (; i < n; i++) {
        pthread_create(&ids[i], 0, work, part);
    }
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return 0;
}
