//@ memory: unsafe
//@ twin: frame_local_in_calls
// A procedure stores the address of its local in a local of its caller.
#include <pthread.h>

static void set(int **target, int *value) {
    *value = 1;
    *target = value;
}

static void measure(int **result) {
    int count;
    set(result, &count);
}

static void *work(void *argument) {
    int *result = 0;
    for (int i = 0; i < 2; i++) {
        measure(&result);
        if (*result == 2)
            return argument;
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
