//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 85_read_in_an_argument
// Read when all is over.
#include <assert.h>
#include <pthread.h>

_Atomic int x;
int seen;

void note(int value) {
    seen = value;
}

void *first(void *unused) {
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
    note(x);
    assert(seen == 1);
    return 0;
}
