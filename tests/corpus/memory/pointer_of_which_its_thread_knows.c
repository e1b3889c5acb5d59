//@ memory: safe
//@ by: static
//@ twin: pointer_that_another_thread_clears
// No other thread writes the pointer that main has just written.
#include <pthread.h>

int cell, *to, *seen;

static void *reader(void *unused) {
    seen = to;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    to = &cell;
    *to = 1;
    pthread_join(thread, 0);
    return 0;
}
