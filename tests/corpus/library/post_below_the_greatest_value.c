//@ safe
//@ by: explicit bmc
//@ twin: post_at_the_greatest_value
// One below it is posted.
#include <assert.h>
#include <limits.h>
#include <semaphore.h>

int main(void) {
    sem_t full;
    sem_init(&full, 0, SEM_VALUE_MAX - 1);
    assert(sem_post(&full) == 0);
    return 0;
}
