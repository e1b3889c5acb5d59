//@ data-race: unsafe
//@ twin: threads_of_a_loop_below_the_greatest_number
// The register of the creating loop wraps before it passes the bound: more threads wait at the barrier than it counts.
#include <pthread.h>

static pthread_barrier_t barrier;
static int number;

static void *reader(void *argument) {
    pthread_barrier_wait(&barrier);
    return number ? argument : 0;
}

static void *writer(void *argument) {
    number = 2;
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&thread, 0, writer, 0);
    for (unsigned i = 4294967294u; i <= 4294967295u; i++) {
        pthread_create(&thread, 0, reader, 0);
        if (i == 1)
            break;
    }
    return 0;
}
