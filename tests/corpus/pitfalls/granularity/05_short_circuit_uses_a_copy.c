//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 05_short_circuit_checks_then_uses
// The copy that was checked is the one that is used.
#include <pthread.h>

struct node {
    int v;
} node;
struct node *p = &node;

void *first(void *unused) {
    struct node *copy = p;
    if (copy && copy->v == 1)
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
