//@ all: safe
//@ by: explicit
//@ twin: detached_before_the_read
// The end of a thread happens before the return of its join.
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
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
