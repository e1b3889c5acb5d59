//@ safe
//@ by: explicit bmc
//@ twin: counts_while_it_waits
// A round that finds nothing to do leaves everything as it was, though it wrote the same number again.
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
            rounds = 4;
        if (ready)
            taken = 1;
    }
    assert(rounds != 5);
    return 0;
}
