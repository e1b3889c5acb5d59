//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: tickets_atomic
//@ domain: 0 3
// The counter has one bit, and so the third thread has the number of the first.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *data;
struct { unsigned next : 1, rest : 31; } counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    int j;
    pthread_mutex_lock(&lock);
    j = counter.next++;
    pthread_mutex_unlock(&lock);
    data[j] = 1;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n != 0 && n != 3)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    data = calloc(n + 1, sizeof *data);
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, 0);
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return data[0];
}
