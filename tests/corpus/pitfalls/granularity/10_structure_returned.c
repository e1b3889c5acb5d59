//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 10_structure_returned_of_locals
// A structure that a function returns is stored member by member after the call.
#include <assert.h>
#include <pthread.h>

struct pair {
    int a;
    int b;
} s;

struct pair make(int value) {
    return (struct pair){value, value};
}

void *first(void *unused) {
    s = make(1);
    return unused;
}

void *second(void *unused) {
    struct pair t = s;
    assert(t.a == t.b);
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
