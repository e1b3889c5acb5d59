//@ memory: unsafe
//@ by: bmc
//@ twin: handed_over_and_freed_there
//@ domain: 0 1
// Two threads get the same number, and each of them frees it.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
    int *number = argument;
    *number += 1;
    free(number);
    return 0;
}

int main(void) {
    pthread_t one, two;
    int *number = malloc(sizeof *number);
    if (!number)
        return 1;
    *number = 1;
    pthread_create(&one, 0, work, number);
    pthread_create(&two, 0, work, number);
    return 0;
}
