//@ all: safe
//@ twin: effects_text_is_too_long
// The text has a zero.
#include <assert.h>
#include <string.h>

int gethostname(char *name, unsigned long size);

int main(void)
{
    char name[3];
    gethostname(name, 3);
    assert(strlen(name) <= 2);
    return 0;
}
