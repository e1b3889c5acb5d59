//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 38_value_of_a_semaphore_wrong
//@ open: data-race: a look at the value orders nothing
// sem_getvalue tells how often one may wait.
#include <assert.h>
#include <semaphore.h>

sem_t s;

int main(void) {
    int value;
    sem_init(&s, 0, 2);
    sem_wait(&s);
    sem_getvalue(&s, &value);
    assert(value == 1);
    return 0;
}
