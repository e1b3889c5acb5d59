//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: post_below_the_greatest_value
// A semaphore at SEM_VALUE_MAX is not posted: the call fails.
#include <assert.h>
#include <limits.h>
#include <semaphore.h>

int main(void) {
    sem_t full;
    sem_init(&full, 0, SEM_VALUE_MAX);
    assert(sem_post(&full) == 0);
    return 0;
}
