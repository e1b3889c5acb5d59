//@ overflow: unsafe  others: safe
//@ by: bmc
//@ domain: 0 499999999
//@ twin: deadline_is_computed
// Nanoseconds are less than a second, which is still too many to be taken 16,000,000,000 times.
#include <time.h>

int main(void) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 5;
    deadline.tv_nsec += 500 * 1000000L;
    if (deadline.tv_nsec >= 1000000000L) {
        deadline.tv_sec++;
        deadline.tv_nsec -= 1000000000L;
    }
    long long all = deadline.tv_nsec * 1000000000LL * 16;
    return all == 0;
}
