//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 63_through_nested_structure_other_member
// Two structures deep.
#include <assert.h>
#include <pthread.h>

struct inner {
    int *p;
    int *q;
};
struct outer {
    int before;
    struct inner in;
};
int g, other;
struct outer o = {0, {&g, &other}};

void *first(void *unused) {
    *o.in.p = 1;
    return unused;
}

void *second(void *unused) {
    g = 2;
    int seen = g;
    assert(seen == 2);
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
