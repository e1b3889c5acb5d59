//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: made_by_the_first_that_missed_it
// Both workers may miss the table before either makes one: one of the two is lost, in some interleavings only.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *table;

void *worker(void *argument) {
    pthread_mutex_lock(&lock);
    int is_missing = table == 0;
    pthread_mutex_unlock(&lock);
    if (is_missing) {
        pthread_mutex_lock(&lock);
        table = malloc(sizeof *table);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    free(table);
    return 0;
}
