//@ memory: unsafe  others: safe
//@ domain: 0
//@ twin: effects_name_is_checked
// The name must not be null.
#include <fcntl.h>
#include <stdlib.h>

int main(void)
{
    const char *name = getenv("NAME");
    open(name, O_RDONLY);
    return 0;
}
