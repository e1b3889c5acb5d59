//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 38_value_of_a_semaphore
//@ open: data-race: a look at the value orders nothing
// Not how often it was waited for.
#include <assert.h>
#include <semaphore.h>

sem_t s;

int main(void) {
    int value;
    sem_init(&s, 0, 2);
    sem_wait(&s);
    sem_getvalue(&s, &value);
    assert(value == 2);
    return 0;
}
