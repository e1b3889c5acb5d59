//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_return_deep_in_calls
// pthread_exit ends the thread from any depth: the assertion behind the call is never reached.
#include <assert.h>
#include <pthread.h>

int done;

void deeper(int n) {
    if (n > 0)
        deeper(n - 1);
    else
        pthread_exit(&done);
}

void *worker(void *unused) {
    deeper(2);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    return 0;
}
