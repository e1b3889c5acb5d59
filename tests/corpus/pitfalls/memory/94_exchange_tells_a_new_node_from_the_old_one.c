//@ all: safe
//@ by: explicit
//@ twin: 94_exchange_takes_a_new_node_for_the_old_one
// The old node is freed when the new one has its address already.
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
    top = malloc(sizeof(int));
    free(seen);
    pthread_create(&t, 0, popper, seen);
    pthread_join(t, 0);
    return 0;
}
