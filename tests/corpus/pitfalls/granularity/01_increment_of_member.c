//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increments_of_two_members
// The counter is a member of a structure that both threads get as their argument.
#include <assert.h>
#include <pthread.h>

struct counters {
    int hits;
    int misses;
} counters;

void *first(void *p) {
    struct counters *c = p;
    c->hits++;
    return 0;
}

void *second(void *p) {
    struct counters *c = p;
    c->hits++;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, &counters);
    pthread_create(&t2, 0, second, &counters);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(counters.hits + counters.misses == 2);
    return 0;
}
