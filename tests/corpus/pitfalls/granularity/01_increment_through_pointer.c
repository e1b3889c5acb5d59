//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increments_through_pointers_apart
// The same increment through two pointers to one object.
#include <assert.h>
#include <pthread.h>

int x;
int y;
int *p = &x;
int *q = &x;

void *first(void *unused) {
    (*p)++;
    return unused;
}

void *second(void *unused) {
    (*q)++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
