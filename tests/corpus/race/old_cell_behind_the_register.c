//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: new_cell_behind_the_register
// In the second round the register may hold the published cell of the first one when the value is written.
#include <pthread.h>
#include <stdlib.h>

struct cell {
    int value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct cell *shared;

void *worker(void *argument) {
    pthread_mutex_lock(&lock);
    int value = shared ? shared->value : 0;
    pthread_mutex_unlock(&lock);
    return value ? argument : 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    struct cell *cell = 0;
    for (int round = 0; round < 2; round++) {
        if (round == 0)
            cell = malloc(sizeof *cell);
        cell->value = round;
        pthread_mutex_lock(&lock);
        shared = cell;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, 0);
    return 0;
}
