//@ memory: unsafe
//@ by: explicit
//@ twin: handed_over_and_freed_there
//@ domain: 0 1
// The creator keeps the address of the first object while it makes the second one, and frees the first.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
    int *number = argument;
    *number = 1;
    return 0;
}

int main(void) {
    int *number, *first = 0;
    for (int i = 0;; i++) {
        number = malloc(sizeof *number);
        if (!number)
            return 0;
        if (i == 1)
            break;
        first = number;
        pthread_t id;
        if (pthread_create(&id, 0, work, number))
            return 0;
    }
    free(first);
    return 0;
}
