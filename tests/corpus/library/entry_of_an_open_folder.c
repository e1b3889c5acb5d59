//@ assertions: safe  memory: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: entry_of_a_closed_folder
// An entry has a name as long as its folder is open, whatever is read from another one.
#include <assert.h>
#include <dirent.h>

int main(void)
{
    DIR *folder = opendir("/tmp"), *other = opendir("/usr");
    if (!folder || !other)
        return 1;
    struct dirent *entry = readdir(folder), *beside = readdir(other);
    assert(!entry || entry != beside);
    int is_hidden = entry && entry->d_name[0] == '.';
    closedir(folder);
    return is_hidden;
}
