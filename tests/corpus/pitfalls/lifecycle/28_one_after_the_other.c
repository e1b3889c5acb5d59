//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 28_both_before_the_join
// Two threads, the second created when the first was joined.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
