//@ memory: unsafe
//@ by: bmc
//@ twin: filled_and_freed_on_one_way
// The member is followed before it is written.
#include <pthread.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int *value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct cell *first;

int put(int value) {
    struct cell *cell = malloc(sizeof *cell);
    if (!cell)
        return -1;
    *cell->value = value;
    cell->value = malloc(sizeof *cell->value);
    if (!cell->value)
        exit(1);
    *cell->value = value;
    pthread_mutex_lock(&lock);
    cell->next = first;
    first = cell;
    pthread_mutex_unlock(&lock);
    return 0;
}

int sum(void) {
    int total = 0;
    pthread_mutex_lock(&lock);
    for (struct cell *cell = first; cell; cell = cell->next)
        total = total + (cell->value != 0);
    pthread_mutex_unlock(&lock);
    return total;
}

void *worker(void *argument) {
    if (put(1) < 0)
        return 0;
    return sum() ? argument : 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
