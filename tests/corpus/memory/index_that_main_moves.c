//@ memory: unsafe
//@ twin: index_that_main_began
//@ domain: 0 1
// Main writes the index while the thread runs.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int cells[3], next;

void *work(void *argument) {
    next = 0;
    while (next < 3) {
        cells[next] = 1;
        next++;
    }
    return argument;
}

int main(void) {
    next = __VERIFIER_nondet_int();
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    next = 3;
    pthread_join(thread, 0);
    return 0;
}
