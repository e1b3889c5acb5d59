//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 88_one_of_two_equal_threads
// None.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    if (*(int *)p == 2)
        assert(0);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 1, two = 3;
    pthread_create(&t1, 0, worker, &one);
    pthread_create(&t2, 0, worker, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
