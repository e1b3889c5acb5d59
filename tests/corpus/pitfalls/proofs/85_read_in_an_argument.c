//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 85_read_in_an_argument_after_join
// What only the argument of a call reads is read all the same: the order of the write matters.
#include <assert.h>
#include <pthread.h>

_Atomic int x;
int seen;

void note(int value) {
    seen = value;
}

void *first(void *unused) {
    note(x);
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
    assert(seen == 0);
    return 0;
}
