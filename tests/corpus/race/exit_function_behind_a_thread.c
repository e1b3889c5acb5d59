//@ all: safe
//@ by: explicit bmc
//@ twin: exit_function_beside_a_thread
// A function that runs at exit writes what a thread wrote that was joined.
#include <pthread.h>
#include <stdlib.h>

static int last;

static void at_end(void) { last = 0; }

static void *work(void *unused) {
    last = 1;
    return unused;
}

int main(void) {
    pthread_t worker;
    atexit(at_end);
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    return 0;
}
