//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: detached_once
// A detached thread must not be joined.
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
    pthread_join(t, 0);
    return 0;
}
