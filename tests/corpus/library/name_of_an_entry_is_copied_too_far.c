//@ memory: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: name_of_an_entry_is_cut
// The name of an entry may be longer than the text to which it is copied.
#include <dirent.h>
#include <string.h>

int main(void)
{
    char name[2];
    DIR *folder = opendir("/tmp");
    struct dirent *entry = folder ? readdir(folder) : 0;
    if (!entry)
        return 1;
    strcpy(name, entry->d_name);
    return name[0] == 0;
}
