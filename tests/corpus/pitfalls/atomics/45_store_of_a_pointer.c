//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 45_exchange_of_a_pointer
// A plain atomic store loses one.
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
    n->next = seen;
    atomic_store(&top, n);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, push, &one);
    pthread_create(&t2, 0, push, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    struct node *first = top;
    assert(first != 0 && first->next != 0);
    return 0;
}
