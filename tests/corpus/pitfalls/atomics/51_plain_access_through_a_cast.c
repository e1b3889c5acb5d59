//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 51_atomic_access_through_a_pointer
// A cast to a plain pointer makes a plain access, which races with the atomic ones.
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *first(void *unused) {
    x = 1;
    return unused;
}

void *second(void *unused) {
    *(int *)&x = 2;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 1 || x == 2);
    return 0;
}
