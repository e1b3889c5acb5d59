//@ all: safe
//@ by: explicit
//@ twin: created_detached
// The attribute of a joinable thread.
#include <assert.h>
#include <pthread.h>


void *thread(void *arg) {
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attributes;
    int state;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_create(&t, &attributes, thread, 0);
    pthread_attr_destroy(&attributes);
    pthread_join(t, 0);
    return 0;
}
