//@ memory: unknown
//@ domain: 0 1 48
//@ twin: stamp_that_fits
// The number of an hour that does not exist may be longer than two digits.
#include <string.h>
#include <time.h>

int main(void)
{
    char text[9];
    struct tm date;
    memset(&date, 0, sizeof date);
    date.tm_hour = 1000;
    strftime(text, sizeof text, "%H:%M:%S", &date);
    return strlen(text) == 8;
}
