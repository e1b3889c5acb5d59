//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_atomic_member_beside_plain
// An _Atomic member of a structure.
#include <assert.h>
#include <pthread.h>

struct s {
    _Atomic int hits;
    int misses;
} s;

void *first(void *p) {
    struct s *q = p;
    q->hits++;
    return 0;
}

void *second(void *p) {
    struct s *q = p;
    q->hits++;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, &s);
    pthread_create(&t2, 0, second, &s);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(s.hits == 2);
    return 0;
}
