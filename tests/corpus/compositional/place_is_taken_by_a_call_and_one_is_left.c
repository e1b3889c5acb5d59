//@ safe
//@ by: compositional bmc explicit
//@ twin: place_is_taken_by_a_call
// Of two places one is taken at most.
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
    assert(free >= 1);
    return 0;
}
