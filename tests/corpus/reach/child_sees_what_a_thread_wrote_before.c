//@ assertions: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_sees_nothing_that_a_thread_writes_later
// The thread may write before the fork.
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
        assert(first == 0 && second == 0);
        _exit(0);
    }
    pthread_join(thread, 0);
    return 0;
}
