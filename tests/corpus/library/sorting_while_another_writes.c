//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: sorting
// The array that is sorted is written by another thread.
#include <pthread.h>
#include <stdlib.h>

static int numbers[3] = {3, 1, 2};

static int by_value(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}

static void *worker(void *unused) {
    numbers[1] = 5;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    qsort(numbers, 3, sizeof numbers[0], by_value);
    pthread_join(thread, 0);
    return 0;
}
