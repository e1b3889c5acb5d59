//@ unsafe
//@ by: compositional bmc explicit
//@ twin: place_is_taken_by_a_call_and_one_is_left
// Behind a call that takes a place, others see that it is taken: what began in front of the call does not end it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t places;
static int take(void *of) { return sem_wait(of) ? 1 : 0; }
void *guest(void *unused) {
    take(&places);
    sem_post(&places);
    return unused;
}
int main(void) {
    pthread_t t;
    sem_init(&places, 0, 2);
    pthread_create(&t, 0, guest, 0);
    int free;
    sem_getvalue(&places, &free);
    assert(free >= 2);
    return 0;
}
