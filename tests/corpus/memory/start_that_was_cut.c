//@ memory: unsafe
//@ twin: start_that_was_converted
// The low byte of the address of a function is no function.
#include <pthread.h>

static void *work(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, (void *(*)(void *))(long)(char)(long)work, 0);
    pthread_join(thread, 0);
    return 0;
}
