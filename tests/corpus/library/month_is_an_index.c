//@ all: safe
//@ domain: 0 1 70
//@ by: explicit bmc
//@ twin: month_is_no_index
// `tm_mon` is at most 11.
#include <time.h>

int main(void) {
    int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    time_t now = 1000000;
    struct tm date;
    localtime_r(&now, &date);
    return days[date.tm_mon] < 28;
}
