//@ assertions: unsafe  others: safe
//@ domain: 0
//@ twin: effects_result_is_an_argument
// The function may fail.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = 1;
    struct tm parts;
    struct tm *result = localtime_r(&now, &parts);
    assert(result == &parts);
    return 0;
}
