//@ memory: safe
//@ by: explicit
//@ twin: violation_behind_a_stamp_of_the_local_time
// The members of the local time are in their ranges, so the text fits whatever time it is.
#include <stdio.h>
#include <time.h>

int main(void)
{
    char text[9];
    struct tm date;
    time_t now = time(NULL);
    if (!localtime_r(&now, &date))
        return 1;
    strftime(text, sizeof text, "%H:%M:%S", &date);
    puts(text);
    return 0;
}
