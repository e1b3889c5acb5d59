//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 94_exchange_tells_a_new_node_from_the_old_one
// The ABA problem: the compare-exchange expects a node that was freed, and finds a new one at its address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic top;

void *popper(void *seen) {
    int *expected = seen;
    assert(!atomic_compare_exchange_strong(&top, &expected, 0));
    return 0;
}

int main(void) {
    pthread_t t;
    top = malloc(sizeof(int));
    int *seen = top;
    free(seen);
    top = malloc(sizeof(int));
    pthread_create(&t, 0, popper, seen);
    pthread_join(t, 0);
    return 0;
}
