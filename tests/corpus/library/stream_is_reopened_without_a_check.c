//@ memory: unsafe  others: safe
//@ domain: -1 0 1
//@ twin: stream_is_reopened
// It need not be possible to open it again.
#include <stdio.h>

int main(void)
{
    FILE *log = freopen("log", "w", stdout);
    if (1)
        fputs("started\n", log);
    return 0;
}
