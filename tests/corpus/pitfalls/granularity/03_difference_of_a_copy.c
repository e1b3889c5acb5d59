//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 03_difference_with_itself
// The value is read once, through the pointer.
#include <assert.h>
#include <pthread.h>

int x;
int *p = &x;

void *first(void *unused) {
    int copy = *p;
    assert(copy - copy == 0);
    return unused;
}

void *second(void *unused) {
    x = 1;
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
