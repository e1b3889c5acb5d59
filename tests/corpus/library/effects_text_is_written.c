//@ all: safe
//@ domain: -1 0 1 2
//@ twin: effects_text_is_too_long
// The text has a zero, or there is no room for it.
#include <assert.h>
#include <string.h>

int gethostname(char *name, unsigned long size);

int main(void)
{
    char name[3] = {0};
    gethostname(name, 2);
    assert(strlen(name) <= 2);
    return 0;
}
