//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements
//@ domain: 0 3
// A thread gets the element that the round before chose, and its creator goes on to write there.
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
    if (n < 0 || n > 3)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    struct part *parts = calloc(n + 1, sizeof *parts);
    struct part *part = parts;
    for (int i = 0; i < n; i++) {
        if (i > 1)
            part->sum = 1;
        part = &parts[i];
        pthread_create(&ids[i], 0, work, part);
    }
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return 0;
}
