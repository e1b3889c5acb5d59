//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 43_section_function
// Another name: an ordinary function.
#include <assert.h>
#include <pthread.h>

int x;

void VERIFIER_atomic_increment(void) {
    x++;
}

void *worker(void *unused) {
    VERIFIER_atomic_increment();
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
