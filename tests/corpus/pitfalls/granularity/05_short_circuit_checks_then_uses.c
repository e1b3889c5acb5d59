//@ data-race: unsafe  memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 05_short_circuit_uses_a_copy
// p && p->v reads p twice: it may be null at the second.
#include <pthread.h>

struct node {
    int v;
} node;
struct node *p = &node;

void *first(void *unused) {
    if (p && p->v == 1)
        p = 0;
    return unused;
}

void *second(void *unused) {
    p = 0;
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
