//@ assertions: unknown
//@ domain: 0 1 47
//@ twin: first_character_of_the_name_of_an_entry
// No entry has a name with a slash, but the model does not know.
#include <assert.h>
#include <dirent.h>

int main(void)
{
    DIR *folder = opendir("/tmp");
    struct dirent *entry = folder ? readdir(folder) : 0;
    if (!entry)
        return 1;
    assert(entry->d_name[1] != '/');
    return 0;
}
