//@ memory: unsafe  others: safe
//@ domain: -1 0 1 2
//@ twin: effects_text_is_written
// There is no room for the zero.
#include <assert.h>
#include <string.h>

int gethostname(char *name, unsigned long size);

int main(void)
{
    char name[2] = {0};
    gethostname(name, 2);
    assert(strlen(name) <= 2);
    return 0;
}
