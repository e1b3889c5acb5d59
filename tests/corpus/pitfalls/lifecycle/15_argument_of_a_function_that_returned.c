//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 15_argument_of_a_function_that_joins
// start returns while the thread still has the address of its local.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    assert(*(int *)p == 5);
    return 0;
}

pthread_t start(void) {
    pthread_t t;
    int local = 5;
    pthread_create(&t, 0, worker, &local);
    return t;
}

int main(void) {
    pthread_join(start(), 0);
    return 0;
}
