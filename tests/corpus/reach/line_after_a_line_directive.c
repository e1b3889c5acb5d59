//@ safe
//@ by: explicit bmc
//@ twin: line_before_a_line_directive
// A line directive changes the number of the line and the name of the file.
#include <assert.h>
#include <string.h>

static int before = __LINE__;
#line 100 "generated.c"
static int line = __LINE__;
#if __LINE__ != 101
#error the condition has another line
#endif
static const char *file = __FILE__;

int main(void)
{
    assert(before == 8 && line == 100 && strcmp(file, "generated.c") == 0);
    return 0;
}
