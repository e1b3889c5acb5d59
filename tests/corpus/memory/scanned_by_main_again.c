//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 1
// Main calls itself; behind the inner call, the text of the outer one has no end.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int depth;

static void *work(void *argument) {
    return argument;
}

int main(void) {
    char text[2] = {1, 1};
    int length = 0;
    if (depth == 0) {
        depth = 1;
        main();
        while (text[length])
            length++;
    }
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    return 0;
}
