//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    sleep(1);
    int r = sleep(1);
    usleep(3);
    r = usleep(3);
    sched_yield();
    r = sched_yield();
    struct timespec s = { 0, 1 };
    nanosleep(&s, 0);
    r = nanosleep(&s,0);
    thrd_yield();
    thrd_sleep(&s,0);
    r = thrd_sleep(&s,0);
    clock_nanosleep(0,0,&s,0);
    assert(0);
    return 0;
}
