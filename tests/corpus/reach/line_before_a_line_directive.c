//@ unsafe
//@ by: explicit bmc
//@ twin: line_after_a_line_directive
// The directive does not change lines in front of it.
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
    assert(before == 99 && line == 100 && strcmp(file, "generated.c") == 0);
    return 0;
}
