//@ assertions: unsafe
//@ by: explicit
//@ twin: environment_name_is_a_parameter
// Two names may have two texts.
#include <assert.h>
#include <stdlib.h>

static const char *setting(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value ? value : otherwise;
}

int main(void)
{
    assert(setting("SIZE", "")[0] == setting("MODE", "")[0]);
    return 0;
}
