//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: barrier_complete_while_main_polls
// The barrier waits for three threads, and main does not come to it.
#include <pthread.h>

static pthread_barrier_t bar;

static void *work(void *unused) {
    pthread_barrier_wait(&bar);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&bar, 0, 3);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    for (;;) {
    }
}
