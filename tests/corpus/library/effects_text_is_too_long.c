//@ memory: unsafe  others: safe
//@ domain: 1 2
//@ twin: effects_text_is_written
// There is no room for the zero.
#include <assert.h>
#include <string.h>

int gethostname(char *name, unsigned long size);

int main(void)
{
    char name[2];
    gethostname(name, 3);
    assert(strlen(name) <= 2);
    return 0;
}
