//@ data-race: safe
//@ twin: threads_of_a_loop_that_wraps
// As many threads wait at a barrier as it counts.
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
    for (unsigned i = 4294967292u; i <= 4294967293u; i++) {
        pthread_create(&thread, 0, reader, 0);
        if (i == 1)
            break;
    }
    return 0;
}
