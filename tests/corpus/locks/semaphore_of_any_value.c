//@ locks: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1
//@ twin: semaphore_of_one_value
// No semaphore has the value -1, which is a large number: the initialization fails.
#include <semaphore.h>

_Bool __VERIFIER_nondet_bool(void);

static sem_t signals;

int main(void) {
    sem_init(&signals, 0, __VERIFIER_nondet_bool() ? 1 : -1);
    sem_post(&signals);
    return 0;
}
