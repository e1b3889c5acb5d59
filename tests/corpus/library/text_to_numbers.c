//@ all: safe
//@ by: explicit
//@ twin: text_to_numbers_unchecked
// Numbers read from text: bases, signs, where reading ended, what does not fit.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *text = " -12abc";
    assert(strtol(text, &end, 10) == -12 && end == text + 4);
    assert(strtoul("0x1fz", 0, 0) == 31 && strtoll("zz", 0, 36) == 35 * 37 && strtoull("017", 0, 0) == 15);
    const char *none = "none";
    assert(strtol(none, &end, 10) == 0 && end == none);
    errno = 0;
    assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
    return 0;
}
