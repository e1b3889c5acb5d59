//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: signal_restarts_a_wait
// Without SA_RESTART a wait fails behind the handler.
#include <assert.h>
#include <semaphore.h>
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_interrupt(int signal) {
    stop = 1;
}

int main(void) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = 0};
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    sigaction(SIGINT, &action, 0);
    assert(sem_wait(&semaphore) == 0);
    return 0;
}
