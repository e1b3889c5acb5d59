//@ all: safe
//@ by: explicit
//@ twin: environment_parameter_may_lack_a_value
// Each call gives a name to the function; the same name finds the same text.
#include <assert.h>
#include <stdlib.h>

static const char *setting(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value ? value : otherwise;
}

int main(void)
{
    const char *one = setting("SIZE", ""), *other = setting("MODE", "x");
    assert(setting("SIZE", "")[0] == one[0]);
    return other[0] == 'x';
}
