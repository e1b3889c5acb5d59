//@ memory: safe
//@ domain: 0 1 2
//@ by: explicit
//@ twin: date_that_does_not_fit
// The result says that the text is there.
#include <string.h>
#include <time.h>

int main(void)
{
    char text[2];
    struct tm date;
    memset(&date, 0, sizeof date);
    if (strftime(text, sizeof text, "%Y", &date) > 0)
        return strlen(text) == 1;
    return 0;
}
