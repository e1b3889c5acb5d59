//@ all: safe
//@ domain: -1 0 1
//@ twin: stream_is_reopened_without_a_check
// The stream is used if it could be opened again.
#include <stdio.h>

int main(void)
{
    FILE *log = freopen("log", "w", stdout);
    if (log)
        fputs("started\n", log);
    return 0;
}
