//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 1
// The text may have no end.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void *work(void *argument) {
    for (int i = 0;; i = (i + 1) % 4) {
        cells[i] = i;
        if (__VERIFIER_nondet_int())
            return argument;
    }
}

int main(void) {
    char text[3];
    text[0] = __VERIFIER_nondet_int();
    text[1] = __VERIFIER_nondet_int();
    text[2] = __VERIFIER_nondet_int();
    int length = 0;
    while (text[length])
        length++;
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return length > 2;
}
