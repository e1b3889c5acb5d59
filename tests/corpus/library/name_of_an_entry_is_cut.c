//@ all: safe
//@ domain: 0 1
//@ twin: name_of_an_entry_is_copied_too_far
// At most as many characters are copied as there is room for.
#include <string.h>

typedef struct __dirstream DIR;

struct dirent {
    unsigned char d_type;
    char d_name[4];
};

DIR *opendir(const char *name);
struct dirent *readdir(DIR *folder);

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
