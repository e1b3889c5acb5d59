//@ assertions: safe
//@ twin: process_numbers_guessed
// A process keeps its number, in all of its threads.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int seen;

void *work(void *unused) {
    seen = getpid();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(getpid() == seen);
    assert(getpid() > 0);
    assert(getppid() == getppid());
    assert(getppid() != getpid());
    return 0;
}
