//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: enter_in_one_order
// Two locks are taken in two orders, by a function that takes what it is given.
#include <pthread.h>

struct monitor {
    pthread_mutex_t lock;
    int entered;
};

struct monitor a = {PTHREAD_MUTEX_INITIALIZER, 0}, b = {PTHREAD_MUTEX_INITIALIZER, 0};

static void enter(struct monitor *monitor) {
    pthread_mutex_lock(&monitor->lock);
    monitor->entered = 1;
}

static void leave(struct monitor *monitor) {
    monitor->entered = 0;
    pthread_mutex_unlock(&monitor->lock);
}

void *worker(void *unused) {
    enter(&a);
    enter(&b);
    leave(&b);
    leave(&a);
    return unused;
}

void *other(void *unused) {
    enter(&b);
    enter(&a);
    leave(&a);
    leave(&b);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, other, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
