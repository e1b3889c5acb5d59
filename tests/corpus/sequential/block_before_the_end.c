//@ unsafe
//@ twin: block_behind_the_end
//@ by: sequential
// What a block wrote is seen, though its last step ends the execution.
#include <assert.h>
#include <pthread.h>
int x, i = 7, a[2];

void *worker(void *argument) {
    x = 1;
    a[i] = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
    return 0;
}
