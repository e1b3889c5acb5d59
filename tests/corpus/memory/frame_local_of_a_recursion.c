//@ memory: unsafe
//@ twin: frame_local_in_calls
// A local of the outer call gets the address of a local of the inner call, which ends first.
#include <pthread.h>

static int descend(int depth, int **outer) {
    int *inner = 0;
    int count = depth;
    if (outer)
        *outer = &count;
    if (depth == 0)
        return 0;
    descend(depth - 1, &inner);
    return *inner;
}

static void *work(void *argument) {
    return descend(1, 0) + descend(1, 0) ? argument : 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
