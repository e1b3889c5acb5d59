//@ all: safe
//@ by: explicit
//@ twin: joined_twice_by_a_cancelled_thread
// It joins the thread once, and may be cancelled while it waits.
#include <pthread.h>

void *idle(void *unused) {
    return unused;
}

void *joiner(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, idle, 0);
    pthread_join(t, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, joiner, 0);
    pthread_cancel(t);
    return 0;
}
