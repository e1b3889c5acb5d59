//@ unsafe
//@ by: explicit
//@ twin: ids_in_an_array_on_the_heap
// The result of the next thread is read, which was not joined yet.
#include <pthread.h>
#include <stdlib.h>

int results[4];

void *work(void *number) {
    results[(long)number] = 1;
    return 0;
}

int main(void) {
    pthread_t *ids = malloc(4 * sizeof *ids);
    int sum = 0;
    for (long i = 0; i < 4; i++)
        if (pthread_create(ids + i, 0, work, (void *)i) != 0)
            return 1;
    for (int i = 0; i < 4; i++) {
        pthread_join(ids[i], 0);
        sum += results[(i + 1) % 4];
    }
    free(ids);
    return sum;
}
