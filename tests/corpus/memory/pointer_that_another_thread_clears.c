//@ memory: unsafe
//@ by: explicit
//@ twin: pointer_of_which_its_thread_knows
// Another thread clears the pointer that main has just written.
#include <pthread.h>

int cell, *to, *seen;

static void *reader(void *unused) {
    to = seen;
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
