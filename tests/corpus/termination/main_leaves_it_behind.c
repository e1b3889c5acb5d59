//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: main_returns_meanwhile
// Main ends its own thread only.
#include <pthread.h>

int stop;

void *spins(void *argument) {
    while (!stop)
        ;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, spins, 0);
    pthread_exit(0);
}
