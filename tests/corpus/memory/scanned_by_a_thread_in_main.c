//@ memory: unsafe
//@ twin: scanned_before_the_threads
//@ domain: 0 1
// A thread runs main, too, and main waits for it before it looks at a text without an end.
#include <pthread.h>

static int depth;

int main(void);

static void *work(void *argument) {
    main();
    return argument;
}

int main(void) {
    char text[2] = {1, 1};
    int length = 0;
    if (depth == 0) {
        depth = 1;
        pthread_t id;
        pthread_create(&id, 0, work, 0);
        pthread_join(id, 0);
        while (text[length])
            length++;
    }
    return 0;
}
