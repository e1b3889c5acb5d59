//@ memory: safe
//@ by: static
//@ twin: local_of_the_creator_that_does_not_wait
//@ domain: 0 1
// A thread uses an array of a block in which its creator waits.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

void *work(void *argument) {
    int *cells = argument;
    for (;;) {
        cells[1] = 1;
        if (__VERIFIER_nondet_int())
            return 0;
    }
}

int main(void) {
    pthread_t id;
    {
        int cells[2];
        pthread_create(&id, 0, work, cells);
        pthread_join(id, 0);
    }
    return 0;
}
