//@ memory: unsafe
//@ by: bmc
//@ twin: handed_over_and_freed_there
//@ domain: 0 1
// The creator frees the number that the thread uses.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *argument) {
    int *number = argument;
    *number += 1;
    return 0;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int *number = malloc(sizeof *number);
        if (!number)
            return 1;
        *number = 1;
        pthread_t id;
        pthread_create(&id, 0, work, number);
        free(number);
    }
    return 0;
}
