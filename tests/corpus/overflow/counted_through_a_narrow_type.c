//@ overflow: unsafe
//@ twin: counted_by_threads_of_a_loop
// What is added once is lost in a narrower type before one less is subtracted.
#include <pthread.h>

static int total = 100;

static void *work(void *argument) {
    int before = total;
    total = (unsigned char)(before + 200) - 199;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return -2147483647 - 1 + (total + 154);
}
