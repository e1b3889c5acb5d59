//@ memory: unsafe
//@ by: explicit
//@ twin: environment_name_is_a_parameter
// Neither name need be in the environment.
#include <stdlib.h>

static const char *setting(const char *name)
{
    return getenv(name);
}

int main(void)
{
    const char *one = setting("SIZE"), *other = setting("MODE");
    return one && other[0] == 'x';
}
