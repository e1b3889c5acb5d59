//@ memory: unsafe
//@ by: bmc
//@ twin: freed_behind_the_joins
//@ domain: 0 1
// Memory is freed in each round.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct shared { int cells[4]; pthread_mutex_t lock; };

void *work(void *argument) {
    struct shared *shared = argument;
    for (;;) {
        pthread_mutex_lock(&shared->lock);
        shared->cells[3]++;
        pthread_mutex_unlock(&shared->lock);
        if (__VERIFIER_nondet_int())
            return 0;
    }
}

int main(void) {
    pthread_t one, two;
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_create(&one, 0, work, shared);
    pthread_create(&two, 0, work, shared);
    pthread_join(one, 0);
    pthread_join(two, 0);
    for (int i = 0; i < 2; i++)
        free(shared);
    return 0;
}
