//@ all: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_joins_a_thread_of_its_parent
// Only the parent waits for the thread.
#include <pthread.h>
#include <unistd.h>

static void *ends(void *argument) { return 0; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ends, 0);
    if (fork() != 0) pthread_join(thread, 0);
    return 0;
}
