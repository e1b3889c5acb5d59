//@ unsafe
//@ by: explicit bmc
//@ twin: written_after_the_joins
// What main writes after the first thread has ended is seen by the second one, and the second one writes it, too.
#include <assert.h>
#include <pthread.h>

int total;

void *first(void *argument) {
    total = 1;
    return argument;
}

void *second(void *argument) {
    assert(total != 5);
    return argument;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, first, 0);
    pthread_join(id, 0);
    total = 4;
    total++;
    pthread_create(&id, 0, second, 0);
    pthread_join(id, 0);
    return 0;
}
