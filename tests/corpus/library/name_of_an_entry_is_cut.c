//@ memory: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: name_of_an_entry_is_copied_too_far
// At most as many characters are copied as there is room for.
#include <dirent.h>
#include <string.h>

int main(void)
{
    char name[2];
    DIR *folder = opendir("/tmp");
    struct dirent *entry = folder ? readdir(folder) : 0;
    if (!entry)
        return 1;
    strncpy(name, entry->d_name, sizeof name);
    return name[0] == 0;
}
