//@ memory: unsafe
//@ twin: frame_local_in_calls
// A local keeps the address of a local of a block beyond the end of the block.
#include <pthread.h>

static void set(int **target, int *value) {
    *value = 1;
    *target = value;
}

static void measure(void) {
    int *last = 0;
    for (int i = 0; i < 2; i++) {
        int count;
        set(&last, &count);
    }
    *last = 2;
}

static void *work(void *argument) {
    measure();
    measure();
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
