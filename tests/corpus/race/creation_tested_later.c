//@ data-race: safe
//@ by: static
//@ twin: creation_tested_later_with_another_number
// The creation of a thread succeeds: where its result is not zero, no thread runs.
#include <pthread.h>

static int count;

static void *work(void *argument) {
    count++;
    return argument;
}

int main(void) {
    pthread_t thread;
    long error = pthread_create(&thread, 0, work, 0);
    if (error > 0) {
        count = -1;
        return 1;
    }
    pthread_join(thread, 0);
    return count;
}
