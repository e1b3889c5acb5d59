//@ all: safe
//@ twin: exit_function_joins_who_exits
// The function at exit waits for a thread that comes to its end.
#include <pthread.h>
#include <stdlib.h>

static pthread_t worker;

static void at_end(void) { pthread_join(worker, 0); }

static void *work(void *unused) { return unused; }

int main(void) {
    pthread_create(&worker, 0, work, 0);
    atexit(at_end);
    return 0;
}
