//@ all: safe
//@ domain: 0
//@ twin: effects_result_is_null
// The result is the second argument, or null.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = 1;
    struct tm parts;
    struct tm *result = localtime_r(&now, &parts);
    assert(!result || result == &parts);
    return 0;
}
