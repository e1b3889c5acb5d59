//@ memory: unknown
//@ twin: stamp_of_the_local_time
// A member that the program changes may be longer than two digits.
#include <stdio.h>
#include <time.h>

int main(void)
{
    char text[9];
    struct tm date;
    time_t now = time(NULL);
    if (!localtime_r(&now, &date))
        return 1;
    date.tm_hour += 100;
    strftime(text, sizeof text, "%H:%M:%S", &date);
    puts(text);
    return 0;
}
