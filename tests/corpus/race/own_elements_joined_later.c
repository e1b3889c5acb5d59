//@ data-race: unsafe
//@ by: explicit
//@ twin: own_elements_joined
//@ domain: 0 1 2
// The creator reads the result of each thread in front of the join.
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
    if (n < 0 || n > 2)
        return 0;
    struct part *parts = calloc(n + 1, sizeof *parts);
    for (int i = 0; i < n; i++)
        pthread_create(&parts[i].id, 0, work, &parts[i]);
    for (int i = 0; i < n; i++) {
        sum += parts[i].sum;
        pthread_join(parts[i].id, 0);
    }
    return sum;
}
