//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: filled_before_it_is_published
// The last write comes when others may already look at the cell.
#include <pthread.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct cell *first;

void put(int value) {
    struct cell *cell = malloc(sizeof *cell);
    cell->value = 0;
    pthread_mutex_lock(&lock);
    cell->next = first;
    first = cell;
    pthread_mutex_unlock(&lock);
    cell->value = value;
}

int sum(void) {
    int total = 0;
    pthread_mutex_lock(&lock);
    for (struct cell *cell = first; cell; cell = cell->next)
        total = total + cell->value;
    pthread_mutex_unlock(&lock);
    return total;
}

void *worker(void *argument) {
    put(1);
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
