//@ safe
//@ by: explicit
// Clocks are not negative and have parts of a second.
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now;
    struct timeval day;
    time_t stored, returned = time(&stored);
    assert(stored == returned && returned >= 0);
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && now.tv_sec >= 0 && now.tv_nsec < 1000000000);
    assert(gettimeofday(&day, 0) == 0 && day.tv_usec < 1000000);
    return 0;
}
