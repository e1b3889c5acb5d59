//@ overflow: unsafe
//@ twin: counted_in_calls_of_a_loop
// Two threads make two calls each, which count twice.
#include <pthread.h>

static int total = 2147483647 - 7;

static void count(void) {
    total++;
    total++;
}

static void *work(void *argument) {
    for (int i = 0; i < 2; i++)
        count();
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
