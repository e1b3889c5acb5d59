//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 63_element_of_member_apart
// One past the first element is the second.
#include <assert.h>
#include <pthread.h>

struct s {
    int head;
    int v[2];
} s;
int *p = &s.v[0] + 1;

void *first(void *unused) {
    *p = 1;
    return unused;
}

void *second(void *unused) {
    s.v[1] = 2;
    int seen = s.v[1];
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
