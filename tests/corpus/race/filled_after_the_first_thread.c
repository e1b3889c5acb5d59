//@ data-race: unsafe
//@ by: explicit
//@ twin: filled_before_creation
//@ domain: 0 1 2
// The pointer is stored when the thread may have read it.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part { const int *data; int sum; };

int table[4] = {1, 2, 3, 4};

void *work(void *argument) {
    struct part *part = argument;
    for (int i = 0; i < 4; i++)
        part->sum += part->data[i];
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    struct part *parts = malloc((n + 1) * sizeof *parts);
    for (int i = 0; i < n; i++) {
        parts[i].sum = 0;
        pthread_create(&ids[i], 0, work, &parts[i]);
        parts[i].data = table;
    }
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return 0;
}
