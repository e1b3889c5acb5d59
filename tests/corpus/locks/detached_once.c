//@ all: safe
//@ by: explicit
//@ twin: detached_and_joined
// A detached thread is left alone.
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
    assert(pthread_detach(t) == 0);
    return 0;
}
