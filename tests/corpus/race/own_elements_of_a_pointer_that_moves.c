//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements_by_a_number
//@ domain: 0 1 2
// The array begins one element further on while threads run.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *results;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    int id = (int)(long)argument;
    pthread_mutex_lock(&lock);
    int *start = results;
    pthread_mutex_unlock(&lock);
    start[id] = id;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    results = malloc((n + 1) * sizeof *results);
    int *moved = results + 1;
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, (void *)(long)i);
    pthread_mutex_lock(&lock);
    results = moved;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return 0;
}
