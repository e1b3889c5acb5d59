//@ memory: unsafe
//@ twin: frame_local_in_calls
// A procedure returns the address of its local, which another procedure gave back to it.
#include <pthread.h>

struct time {
    long seconds, nanoseconds;
};

static struct time *get(struct time *target) {
    target->seconds = 1;
    target->nanoseconds = 2;
    return target;
}

static struct time *now(void) {
    struct time time;
    return get(&time);
}

static void *work(void *argument) {
    return now()->seconds == 1 ? argument : 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
