//@ memory: safe
//@ by: static
//@ twin: start_that_was_cut
// A number with all bits of the address of a function leads to the function.
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, (void *(*)(void *))(long)(long)work, 0);
    pthread_join(thread, 0);
    return 0;
}
