//@ all: safe
//@ by: bmc
//@ domain: 0 499999999
//@ twin: deadline_is_multiplied
// Clocks show times of computers: seconds can be added to them, and they can be converted to nanoseconds.
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
    long long all = deadline.tv_sec * 1000000000LL + deadline.tv_nsec;
    return all == 0;
}
