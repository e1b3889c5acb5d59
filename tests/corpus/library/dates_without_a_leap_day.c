//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: dates
// 2000 is a leap year.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t leap = 951782400;
    struct tm day;
    gmtime_r(&leap, &day);
    assert(day.tm_mon == 2 && day.tm_mday == 1);
    return 0;
}
