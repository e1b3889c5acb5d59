//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 1
// On one way of a branch the thread is created before the text is looked at, which has no end there.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *argument) {
    return argument;
}

int main(void) {
    char text[2] = {__VERIFIER_nondet_int(), 0};
    int length = 0;
    pthread_t id;
    if (__VERIFIER_nondet_int()) {
        while (text[length])
            length++;
        pthread_create(&id, 0, work, 0);
    } else {
        pthread_create(&id, 0, work, 0);
        text[0] = text[1] = 1;
        while (text[length])
            length++;
    }
    pthread_join(id, 0);
    return length > 2;
}
