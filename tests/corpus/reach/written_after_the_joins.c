//@ safe
//@ by: static
//@ twin: written_after_one_join
//@ domain: 0 1 2
// After all threads have been joined, what main writes is what it reads, however many there were.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    for (unsigned i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, 0);
    for (unsigned i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    total = -1;
    assert(total == -1);
    total = 7;
    assert(total == 7);
    return 0;
}
