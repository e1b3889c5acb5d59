//@ memory: unknown
//@ domain: 0 1 48
//@ twin: stamp_that_fits
// There is no room for the zero at the end.
#include <string.h>
#include <time.h>

int main(void)
{
    char text[8];
    struct tm date;
    memset(&date, 0, sizeof date);
    date.tm_hour = 23;
    strftime(text, sizeof text, "%H:%M:%S", &date);
    return strlen(text) == 8;
}
