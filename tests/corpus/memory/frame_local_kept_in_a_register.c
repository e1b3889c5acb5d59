//@ memory: unsafe
//@ twin: frame_local_in_calls
// A variable keeps the address of a local of a block until the next round of the loop, where it belongs to the last round's local.
#include <pthread.h>

static int *get(int *target) {
    *target = 1;
    return target;
}

static void measure(void) {
    int *last = 0;
    for (int i = 0; i < 2; i++) {
        int count;
        if (last)
            *last = 2;
        last = get(&count);
    }
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
