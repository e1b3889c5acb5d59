//@ all: safe
//@ by: explicit bmc
//@ twin: signal_ends_a_wait_without_restart
// With SA_RESTART it goes on.
#include <assert.h>
#include <semaphore.h>
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_interrupt(int signal) {
    stop = 1;
}

int main(void) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    sigaction(SIGINT, &action, 0);
    assert(sem_wait(&semaphore) == 0);
    return 0;
}
