//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    time_t t;
    time(&t);
    time(0);
    t = time(0);
    t = time(&t);
    clock();
    clock_t c = clock();
    struct timespec s;
    clock_gettime(0, &s);
    int r = clock_gettime(1, &s);
    timespec_get(&s, 1);
    r = timespec_get(&s, 1);
    struct timeval v;
    gettimeofday(&v, 0);
    r = gettimeofday(&v, 0);
    assert(0);
    return 0;
}
