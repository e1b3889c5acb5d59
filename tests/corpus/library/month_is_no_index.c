//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: month_is_an_index
// A year of 11 months: the last one of `gmtime_r` has no place.
#include <time.h>

int main(void) {
    int days[11] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30};
    time_t now = 364L * 86400;
    struct tm date;
    gmtime_r(&now, &date);
    return days[date.tm_mon] < 28;
}
