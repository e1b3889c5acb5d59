//@ all: safe
//@ domain: -1 0 1 2 47 97
//@ by: explicit
//@ twin: folder_has_a_long_name
// The name of the folder begins with a slash and fits.
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char name[3];
    if (getcwd(name, sizeof name))
        assert(name[0] == '/' && strlen(name) <= 2);
    assert(getcwd(name, 0) == 0);
    return 0;
}
