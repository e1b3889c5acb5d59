//@ memory: unknown
//@ domain: 0 1 2
//@ twin: date_that_fits
// A text that does not fit leaves any bytes, of which none may be zero; the format says whether it fits.
#include <string.h>
#include <time.h>

int main(void)
{
    char text[2];
    struct tm date;
    memset(&date, 0, sizeof date);
    strftime(text, sizeof text, "%Y", &date);
    return strlen(text) == 0;
}
