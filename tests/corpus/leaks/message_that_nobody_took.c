//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: message_taken_by_main
// The consumer may look before there is a message, and free nothing.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *message;

void *producer(void *argument) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    pthread_mutex_lock(&lock);
    message = cell;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *consumer(void *argument) {
    pthread_mutex_lock(&lock);
    int *cell = message;
    message = 0;
    pthread_mutex_unlock(&lock);
    free(cell);
    return 0;
}

int main(void) {
    pthread_t sends, receives;
    pthread_create(&sends, 0, producer, 0);
    pthread_create(&receives, 0, consumer, 0);
    pthread_join(sends, 0);
    pthread_join(receives, 0);
    return 0;
}
