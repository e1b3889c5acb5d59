//@ assertions: unsafe  others: safe
//@ twin: abrupt_end_runs_no_exit_function
// exit in a thread runs the functions that atexit registered.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void at_end(void) { assert(0); }

static void *work(void *unused) {
    exit(1);
    return unused;
}

int main(void) {
    pthread_t worker;
    atexit(at_end);
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    _exit(1);
}
