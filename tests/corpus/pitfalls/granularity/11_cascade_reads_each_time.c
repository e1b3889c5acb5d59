//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 11_switch_reads_once
// Conditions one after the other read it each time: neither 1 at the first nor 0 at the second.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    int ways = 0;
    if (x == 1)
        ways++;
    if (x == 0)
        ways++;
    assert(ways == 1);
    return unused;
}

void *second(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
