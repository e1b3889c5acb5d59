//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 20_grandchild_sees_all_before
// Written after the creation of the child it is not.
#include <assert.h>
#include <pthread.h>

int x;

void *grandchild(void *unused) {
    assert(x == 1);
    return unused;
}

void *child(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, grandchild, 0);
    pthread_join(t, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
