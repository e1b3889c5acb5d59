//@ memory: safe
//@ by: static
//@ twin: index_that_main_moves
//@ domain: 0 1
// Main writes the index before the thread begins, and the thread alone behind that.
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
    pthread_join(thread, 0);
    return 0;
}
