//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 63_through_pointer_to_structure
// Its other member.
#include <assert.h>
#include <pthread.h>

struct s {
    int *p;
    int *q;
};
int g, other;
struct s s = {&g, &other};
struct s *sp = &s;

void *first(void *unused) {
    *sp->q = 1;
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
