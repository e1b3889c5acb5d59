//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 1
// The same by a jump back.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *argument) {
    return argument;
}

int main(void) {
    char text[2] = {__VERIFIER_nondet_int(), 0};
    int length = 0, round = 0;
again:
    length = 0;
    while (text[length])
        length++;
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    text[0] = text[1] = 1;
    if (++round < 2)
        goto again;
    return length > 2;
}
