//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 63_address_of_neighbour
// The address of a member is in a pointer.
#include <assert.h>
#include <pthread.h>

struct s {
    int a;
    int b;
} s;
int *p = &s.b;

void *first(void *unused) {
    *p = 1;
    return unused;
}

void *second(void *unused) {
    s.b = 2;
    int seen = s.b;
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
