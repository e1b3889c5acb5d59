//@ assertions: safe
//@ domain: 0 1 47
//@ by: explicit
//@ twin: slash_in_the_name_of_an_entry
// An entry has a name, and it is no path.
#include <assert.h>
#include <dirent.h>

int main(void)
{
    DIR *folder = opendir("/tmp");
    struct dirent *entry = folder ? readdir(folder) : 0;
    if (!entry)
        return 1;
    assert(entry->d_name[0] != 0 && entry->d_name[0] != '/');
    return 0;
}
