//@ overflow: unsafe
//@ twin: counted_in_calls_of_a_loop
// The register of the loop wraps before it passes the bound, and is compared as a number with a sign.
#include <pthread.h>

static int total = 2147483640;

static void *work(void *argument) {
    for (unsigned long i = 9223372036854775808ul; (long)i < 20; i++)
        total++;
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
