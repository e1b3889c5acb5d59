//@ overflow: unsafe
//@ twin: counted_by_threads_of_a_loop
// One thread adds to what another variable holds, which is no count.
#include <pthread.h>

static int total, other;

static void *work(void *argument) {
    total = other + 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    other = 1 << 30;
    other = other - 1 + other;
    pthread_join(thread, 0);
    return 0;
}
