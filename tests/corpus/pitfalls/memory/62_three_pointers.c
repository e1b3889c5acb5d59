//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 62_three_pointers_moved_away
// One more.
#include <assert.h>
#include <pthread.h>

int g, other;
int *p = &g;
int **pp = &p;
int ***ppp = &pp;

void *first(void *unused) {
    ***ppp = 1;
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
