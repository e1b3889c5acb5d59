//@ all: safe
//@ domain: 0
//@ twin: effects_name_may_be_null
// The name is not null.
#include <fcntl.h>
#include <stdlib.h>

int main(void)
{
    const char *name = getenv("NAME");
    if (name) open(name, O_RDONLY);
    return 0;
}
