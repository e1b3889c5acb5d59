//@ assertions: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1 10 15
//@ twin: signal_of_a_thread_is_taken
// Another process may send SIGTERM before `config` is there.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Atomic int config;

static void *waits(void *set) {
    int number;
    sigwait(set, &number);
    if (number == SIGTERM) assert(config == 1);
    return 0;
}

int main(void) {
    sigset_t set;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&thread, 0, waits, &set);
    config = 1;
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, 0);
    return 0;
}
