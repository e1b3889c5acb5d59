//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_store_of_a_pointer
// A stack that is pushed to by compare-exchange keeps both cells.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};
struct node one, two;
_Atomic(struct node *) top;

void *push(void *p) {
    struct node *n = p;
    struct node *seen = atomic_load(&top);
    do
        n->next = seen;
    while (!atomic_compare_exchange_strong(&top, &seen, n));
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, push, &one);
    pthread_create(&t2, 0, push, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    struct node *first = top;
    assert(first && first->next && !first->next->next);
    return 0;
}
