//@ overflow: unsafe
//@ twin: counted_by_threads_of_a_loop
// The first count was stored as two shorter numbers: it is one below the greatest.
#include <pthread.h>

static union {
    unsigned short halves[2];
    int count;
} total = {{65534, 32767}};

static void *work(void *argument) {
    total.count++;
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
