//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 1
// The second call is given a text without an end, by which time the thread has ended.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int length_of(const char *text) {
    int length = 0;
    while (text[length])
        length++;
    return length;
}

static void *work(void *argument) {
    return argument;
}

int main(void) {
    char text[2] = {__VERIFIER_nondet_int(), 0}, other[2] = {1, 1};
    int length = length_of(text);
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return length + length_of(other) > 2;
}
