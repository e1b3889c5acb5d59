//@ safe
//@ by: bmc
//@ twin: clock_goes_on
// A clock does not go back between two calls of which one happens before the other one, in whichever threads they are made.
#include <assert.h>
#include <pthread.h>
#include <time.h>

struct timespec start;

int is_later(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec >= b->tv_nsec);
}

void *looks(void *argument) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(is_later(&now, &start));
    return argument;
}

int main(void) {
    pthread_t thread;
    clock_gettime(CLOCK_MONOTONIC, &start);
    pthread_create(&thread, 0, looks, 0);
    pthread_join(thread, 0);
    time_t before = time(0);
    time_t behind = time(0);
    assert(behind >= before);
    clock_t used = clock();
    assert(clock() - used >= 0);
    return 0;
}
