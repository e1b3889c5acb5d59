//@ memory: safe
//@ by: static
//@ twin: handed_over_and_freed_here
//@ domain: 0 1
// Each thread gets a number of its own and frees it. If none is created, the creator frees it.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *argument) {
    int *number = argument;
    *number += 1;
    free(number);
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = malloc(sizeof *number);
        if (!number)
            return 1;
        *number = 1;
        pthread_t id;
        if (pthread_create(&id, 0, work, number) != 0) {
            *number = 2;
            free(number);
            continue;
        }
        pthread_detach(id);
    }
    return 0;
}
