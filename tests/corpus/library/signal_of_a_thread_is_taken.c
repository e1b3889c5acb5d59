//@ all: safe
//@ by: explicit
//@ domain: 0 1 10
//@ twin: signal_of_another_process_is_taken
// Only the signal that main sends is taken as one that says that `config` is there.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Atomic int config;

static void *waits(void *set) {
    int number;
    sigwait(set, &number);
    assert(number == SIGUSR1);
    return 0;
}

int main(void) {
    sigset_t set;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&thread, 0, waits, &set);
    config = 1;
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, 0);
    return 0;
}
