//@ all: safe
//@ by: explicit bmc
//@ domain: 0 1 2 10 15
//@ twin: signal_is_taken_without_a_lock
// A thread waits for signals, and hands over what it got..
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sigset_t set;
static int taken;

static void *wait_for_signal(void *unused) {
    int number;
    sigwait(&set, &number);
    pthread_mutex_lock(&lock);
    taken = number;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t waiting;
    int seen;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&waiting, 0, wait_for_signal, 0);
    pthread_mutex_lock(&lock);
    seen = taken;
    pthread_mutex_unlock(&lock);
    pthread_join(waiting, 0);
    return seen;
}
