//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 24_start_cast_argument_apart
// The function takes a pointer to int, and is cast to what pthread_create wants.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(int *p) {
    *p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int other = 0;
    pthread_create(&t, 0, (void *(*)(void *))worker, &x);
    x = 2;
    pthread_join(t, 0);
    assert(x == 2);
    return other;
}
