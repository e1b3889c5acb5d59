//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: joined_before_the_read
// Nothing waits for a detached thread.
#include <assert.h>
#include <pthread.h>


int x;

void *thread(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_detach(t);
    assert(x == 1);
    return 0;
}
