//@ all: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: parent_writes_behind_a_fork
// The child has a copy of the memory, so its write does not race with that of the thread.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *writes(void *argument) {
    shared = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writes, 0);
    if (fork() == 0) {
        assert(shared == 0 || shared == 1);
        shared = 2;
        assert(shared == 2);
        return 0;
    }
    pthread_join(thread, 0);
    assert(shared == 1);
    return 0;
}
