//@ data-race: unsafe  assertions: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_writes_its_own_memory
// The parent shares its memory with the thread.
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
    if (fork() == 0) return 0;
    assert(shared == 0 || shared == 1);
    shared = 2;
    assert(shared == 2);
    pthread_join(thread, 0);
    return 0;
}
