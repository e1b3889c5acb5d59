//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 82_many_switches_not_enough
// Two threads raise each other's number by one: six is reached only if they take turns.
#include <assert.h>
#include <pthread.h>

_Atomic int i = 0, j = 1;

void *first(void *unused) {
    for (int k = 0; k < 3; k++)
        i = j + 1;
    return unused;
}

void *second(void *unused) {
    for (int k = 0; k < 3; k++)
        j = i + 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(i < 6 && j < 7);
    return 0;
}
