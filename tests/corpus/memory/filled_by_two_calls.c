//@ all: safe
//@ by: static
//@ twin: filled_by_two_calls_too_far
// A function fills two arrays of different lengths, each up to its own end.
#include <pthread.h>

int small[4], large[400];

static void fill(int *array, int length, int with) {
    for (int i = 0; i < length; i++)
        array[i] = with;
}

void *worker(void *unused) {
    fill(small, 4, 1);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, worker, 0);
    fill(large, 400, 2);
    pthread_join(id, 0);
    fill(small, 4, 3);
    fill(large, 300, 4);
    return 0;
}
