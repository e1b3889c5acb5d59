//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 63_through_union
// Set to the other object.
#include <assert.h>
#include <pthread.h>

union u {
    int *p;
    void *v;
};
int g, other;
union u u;

void *first(void *unused) {
    *u.p = 1;
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
    u.v = &other;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
