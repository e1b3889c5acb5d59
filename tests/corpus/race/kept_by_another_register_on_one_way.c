//@ all: safe
//@ by: explicit bmc
//@ twin: told_to_another_register_on_one_way
// On one way another register holds the address, but only the first write comes before it is published.
#include <pthread.h>
#include <stdlib.h>

struct cell {
    int value;
};

int __VERIFIER_nondet_int(void);
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
    struct cell *cell = malloc(sizeof *cell);
    struct cell *other = 0;
    cell->value = 1;
    if (__VERIFIER_nondet_int())
        other = cell;
    pthread_mutex_lock(&lock);
    shared = other;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
