//@ memory: safe
//@ by: static
//@ twin: null_that_a_reader_finds
// A reader finds one of the addresses that main writes while the reader runs.
#include <pthread.h>

int one, two, *to = &one;

static void *reader(void *unused) {
    *to = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    to = &two;
    to = &one;
    pthread_join(thread, 0);
    return 0;
}
