//@ unsafe
//@ by: explicit bmc
//@ twin: forgets_that_it_waited
// A round that finds nothing to do counts all the same: it is no waiting.
#include <assert.h>
#include <pthread.h>

int ready, taken;

void *giver(void *unused) {
    ready = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    int rounds = 0;
    pthread_create(&t, 0, giver, 0);
    while (taken == 0) {
        if (rounds < 5)
            rounds++;
        if (ready)
            taken = 1;
    }
    assert(rounds != 5);
    return 0;
}
