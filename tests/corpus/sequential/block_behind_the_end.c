//@ safe
//@ twin: block_before_the_end
//@ by: sequential
// What stands behind an access that ends the execution is never done.
#include <assert.h>
#include <pthread.h>
int x, i = 7, a[2];

void *worker(void *argument) {
    a[i] = 1;
    x = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
    return 0;
}
