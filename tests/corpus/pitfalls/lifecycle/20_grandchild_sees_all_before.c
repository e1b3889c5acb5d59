//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 20_grandchild_races_with_grandparent
// What main wrote before it created the child is ordered before the grandchild.
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
    x = 1;
    pthread_create(&t, 0, child, 0);
    pthread_join(t, 0);
    return 0;
}
