//@ data-race: safe
//@ by: static
//@ twin: joined_ids_overwritten_as_results
//@ domain: 0 1 2
// Ids of threads lie beside what the threads write.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part { pthread_t id; int sum; };

void *work(void *argument) {
    struct part *part = argument;
    part->sum = 3;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 1000000)
        return 0;
    struct part *parts = calloc(n + 1, sizeof *parts);
    for (int i = 0; i < n; i++)
        pthread_create(&parts[i].id, 0, work, &parts[i]);
    for (int i = 0; i < n; i++)
        pthread_join(parts[i].id, 0);
    for (int i = 0; i < n; i++)
        sum += parts[n - 1 - i].sum;
    return sum;
}
