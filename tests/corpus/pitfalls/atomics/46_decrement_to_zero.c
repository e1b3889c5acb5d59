//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_decrement_and_look_again
// Of two decrements exactly one gives zero.
#include <assert.h>
#include <pthread.h>

_Atomic int references = 2;
int freed;

void *worker(void *unused) {
    if (--references == 0)
        freed++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(freed == 1);
    return 0;
}
