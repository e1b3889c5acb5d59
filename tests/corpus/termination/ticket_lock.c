//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: ticket_drawn_in_two_steps
// Tickets are served in turn.
#include <pthread.h>
#include <stdatomic.h>

atomic_int next, served;

void *first(void *argument) {
    int mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&served) != mine)
        ;
    atomic_fetch_add(&served, 1);
    return 0;
}

void *second(void *argument) {
    int mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&served) != mine)
        ;
    atomic_fetch_add(&served, 1);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
