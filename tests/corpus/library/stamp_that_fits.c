//@ all: safe
//@ domain: 0 1 48
//@ by: explicit
//@ twin: stamp_that_does_not_fit
// The format says how long the text of a date is.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    char text[9];
    struct tm date;
    memset(&date, 0, sizeof date);
    date.tm_hour = 23;
    strftime(text, sizeof text, "%H:%M:%S", &date);
    assert(strlen(text) == 8);
    return 0;
}
