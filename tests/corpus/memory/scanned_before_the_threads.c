//@ memory: safe
//@ by: residual
//@ twin: scanned_beyond_the_end
//@ domain: 0 1
// Main looks for the end of a text before it creates a thread, which writes for ever.
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
    text[2] = 0;
    int length = 0;
    while (text[length])
        length++;
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return length > 2;
}
