//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 1
// What main looks at has an end, what the thread looks at has none.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int length_of(const char *text) {
    int length = 0;
    while (text[length])
        length++;
    return length;
}

static void *work(void *argument) {
    char text[2] = {1, __VERIFIER_nondet_int()};
    length_of(text);
    return argument;
}

int main(void) {
    char text[3];
    text[0] = __VERIFIER_nondet_int();
    text[1] = __VERIFIER_nondet_int();
    text[2] = 0;
    int length = length_of(text);
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return length > 2;
}
