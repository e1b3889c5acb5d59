//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: each_thread_of_a_loop_joined
// There is no third thread.
#include <pthread.h>

static pthread_t threads[3];

static void *worker(void *unused) {
    return unused;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
