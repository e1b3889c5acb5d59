//@ assertions: unsafe  others: safe
//@ domain: -1 0 1 2 47 97
//@ by: explicit
//@ twin: folder_has_a_name
// The name may be too long.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char name[3];
    assert(getcwd(name, sizeof name) != 0);
    return 0;
}
