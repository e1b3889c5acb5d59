//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: main_leaves_it_behind
// The end of main ends the process, if main gets its turn.
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
    return 0;
}
