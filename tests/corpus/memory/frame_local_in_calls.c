//@ memory: safe
//@ by: static
//@ twin: frame_local_returned
// Procedures that several threads call often give the addresses of their locals to other procedures.
#include <pthread.h>

struct time {
    long seconds, nanoseconds;
};
static struct time *get(struct time *target) {
    target->seconds = 1;
    target->nanoseconds = 2;
    return target;
}

static void measure(struct time *from, struct time *to) {
    get(from);
    get(to);
}

static long now(void) {
    struct time time;
    return get(&time)->seconds + time.nanoseconds;
}

static long difference(void) {
    struct time from, to;
    measure(&from, &to);
    return to.seconds - from.seconds;
}

static void keep(struct time **target, struct time *time) {
    time->seconds = 3;
    *target = time;
}

static long kept(void) {
    struct time time, *target;
    keep(&target, &time);
    return time.seconds;
}

static void *work(void *argument) {
    for (;;) {
        struct time own;
        get(&own);
        if (now() + difference() + kept() == own.seconds)
            return argument;
    }
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    now();
    return 0;
}
