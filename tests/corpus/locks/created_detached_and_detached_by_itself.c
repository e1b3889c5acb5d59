//@ locks: unsafe
//@ twin: detached_in_each_round
//@ domain: 0 1
// A thread that was created detached detaches itself.
#include <pthread.h>

static void *serve(void *argument) {
    pthread_detach(pthread_self());
    return argument;
}

int main(void) {
    pthread_t id;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_create(&id, &detached, serve, 0);
    return 0;
}
