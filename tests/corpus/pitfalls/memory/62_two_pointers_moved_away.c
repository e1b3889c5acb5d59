//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 62_written_through_two_pointers
// The pointer in the middle leads elsewhere.
#include <assert.h>
#include <pthread.h>

int g, other;
int *p = &other;
int **pp = &p;

void *first(void *unused) {
    **pp = 1;
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
