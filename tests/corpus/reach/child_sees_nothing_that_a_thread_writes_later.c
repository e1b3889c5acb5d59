//@ all: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_sees_what_a_thread_wrote_before
// No other thread runs in the child.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int step;

static void *writes(void *argument) {
    step = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writes, 0);
    if (fork() == 0) {
        int first = step, second = step;
        assert(first == second);
        _exit(0);
    }
    pthread_join(thread, 0);
    return 0;
}
