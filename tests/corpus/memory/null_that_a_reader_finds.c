//@ memory: unsafe
//@ by: explicit
//@ twin: pointer_that_a_reader_finds
// A reader finds the null that main writes for a while.
#include <pthread.h>

int one, two, *to = &one;

static void *reader(void *unused) {
    *to = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    to = 0;
    to = &one;
    pthread_join(thread, 0);
    return 0;
}
