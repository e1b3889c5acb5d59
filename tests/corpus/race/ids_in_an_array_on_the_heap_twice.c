//@ unsafe
//@ by: explicit
//@ twin: ids_in_an_array_on_the_heap
// Two threads at a time store their ids in one element: the first of them is never joined.
#include <pthread.h>
#include <stdlib.h>

int results[4];

void *work(void *number) {
    results[(long)number] = 1;
    return 0;
}

int main(void) {
    pthread_t *ids = malloc(2 * sizeof *ids);
    if (!ids)
        return 0;
    for (long i = 0; i < 4; i++)
        pthread_create(&ids[i / 2], 0, work, (void *)i);
    pthread_join(ids[0], 0);
    pthread_join(ids[1], 0);
    return results[0];
}
