//@ all: safe
//@ domain: 0 1
//@ twin: entry_of_a_folder_need_not_be_there
// An entry has a name.
typedef struct __dirstream DIR;

struct dirent {
    unsigned char d_type;
    char d_name[4];
};

DIR *opendir(const char *name);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

int main(void)
{
    DIR *folder = opendir("/tmp");
    if (!folder)
        return 1;
    struct dirent *entry = readdir(folder);
    int is_hidden = entry && entry->d_name[0] == '.';
    closedir(folder);
    return is_hidden;
}
