//@ memory: unsafe
//@ by: explicit
//@ twin: stamp_of_the_local_time
// No time lets the stamp fail, so what follows it is no possible violation only.
#include <stdio.h>
#include <time.h>

int main(void)
{
    char text[9], *nothing = NULL;
    struct tm date;
    time_t now = time(NULL);
    if (!localtime_r(&now, &date))
        return 1;
    strftime(text, sizeof text, "%H:%M:%S", &date);
    puts(text);
    return *nothing;
}
