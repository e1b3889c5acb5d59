//@ deadlock: unsafe  termination: unsafe  others: safe
//@ twin: exit_function_joins_who_returns
// A second exit waits for the end of the process, and the function at exit for the thread that calls it.
#include <pthread.h>
#include <stdlib.h>

static pthread_t worker;

static void at_end(void) { pthread_join(worker, 0); }

static void *work(void *unused) {
    exit(1);
    return unused;
}

int main(void) {
    pthread_create(&worker, 0, work, 0);
    atexit(at_end);
    return 0;
}
