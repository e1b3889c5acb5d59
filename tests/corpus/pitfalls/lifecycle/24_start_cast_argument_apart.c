//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 24_start_cast_from_other_type
// It gets another object.
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
    pthread_create(&t, 0, (void *(*)(void *))worker, &other);
    x = 2;
    pthread_join(t, 0);
    assert(x == 2);
    return other;
}
