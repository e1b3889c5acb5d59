//@ memory: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: entry_of_an_open_folder
// The entry ends with its folder.
#include <dirent.h>

int main(void)
{
    DIR *folder = opendir("/tmp");
    if (!folder)
        return 1;
    struct dirent *entry = readdir(folder);
    closedir(folder);
    return entry && entry->d_name[0] == '.';
}
