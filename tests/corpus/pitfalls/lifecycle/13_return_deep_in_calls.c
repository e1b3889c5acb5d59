//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_exit_deep_in_calls
// A return ends one call.
#include <assert.h>
#include <pthread.h>

int done;

void deeper(int n) {
    if (n > 0)
        deeper(n - 1);
    else
        return;
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
