//@ data-race: unsafe
//@ by: explicit
//@ twin: own_elements_by_a_number_in_the_element
//@ domain: 0 1 2
// The creator leaves the second thread the number that was there before: that of the first thread.
#include <pthread.h>
#include <stdlib.h>

struct part {
    pthread_t id;
    int number;
    int *results;
    int rounds;
};

extern int __VERIFIER_nondet_int(void);

void *work(void *argument) {
    struct part *part = argument;
    for (int i = 0; i < 2; i++) {
        part->results[part->number]++;
        part->rounds++;
    }
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    struct part *parts = calloc(n, sizeof *parts);
    int *results = calloc(n, sizeof *results);
    if (!parts || !results)
        return 1;
    for (int i = 0; i < n; i++) {
        if (i != 1)
            parts[i].number = i;
        parts[i].results = results;
        parts[i].rounds = 0;
        pthread_create(&parts[i].id, 0, work, &parts[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(parts[i].id, 0);
    return results[0] > 2;
}
