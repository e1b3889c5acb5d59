//@ assertions: unsafe  data-race: unsafe  others: safe
//@ with: queue.unit.c
//@ twin: 09_structures_from_a_header
//@ by: explicit
/* Structures from one header are the same in both files: by pointer, by value and as an object with external linkage. */
#include "queue.h"
#include <assert.h>

struct local {
    long number;
};

static struct node nodes[2] = {{0, 4}, {0, 9}};

static void *worker(void *node)
{
    put(&shared, node);
    return 0;
}

int main(void)
{
    struct local local = {2};
    pthread_t thread;
    pthread_create(&thread, 0, worker, &nodes[0]);
    put(&shared, &nodes[1]);
    range range = span_of(&shared);
    assert(range.low == 4 && range.high == 9 && shared.length == local.number);
    pthread_join(thread, 0);
    return 0;
}
