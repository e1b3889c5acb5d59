//@ all: safe
//@ by: explicit
//@ twin: dates_without_a_leap_day
// The last day of February 2000 and back, and a member out of its range.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t leap = 951782400;
    struct tm day;
    assert(gmtime_r(&leap, &day) == &day);
    assert(day.tm_year == 100 && day.tm_mon == 1 && day.tm_mday == 29 && day.tm_wday == 2 && day.tm_yday == 59);
    assert(day.tm_hour == 0 && day.tm_min == 0 && day.tm_sec == 0);
    day.tm_hour += 24;
    assert(timegm(&day) == leap + 86400 && day.tm_mon == 2 && day.tm_mday == 1 && day.tm_hour == 0);
    time_t before = -1;
    assert(gmtime_r(&before, &day)->tm_year == 69 && difftime(leap, before) == 951782401.0);
    return 0;
}
