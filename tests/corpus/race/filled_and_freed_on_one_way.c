//@ data-race: safe
//@ by: static
//@ twin: filled_but_read_before
// The member is read before the cell is published, and the cell is freed where it could not be filled.
#include <pthread.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int *value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct cell *first;

int put(void) {
    struct cell *cell = malloc(sizeof *cell);
    if (!cell)
        return -1;
    cell->value = malloc(sizeof *cell->value);
    if (!cell->value) {
        free(cell);
        return -1;
    }
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
    if (put() < 0)
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
