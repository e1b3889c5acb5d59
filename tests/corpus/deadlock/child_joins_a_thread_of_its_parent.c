//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: parent_joins_its_thread_behind_a_fork
// The thread may not have ended at the fork. In the child it never does.
#include <pthread.h>
#include <unistd.h>

static void *ends(void *argument) { return 0; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ends, 0);
    fork();
    pthread_join(thread, 0);
    return 0;
}
