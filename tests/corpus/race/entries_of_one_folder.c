//@ data-race: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: entries_of_own_folders
// A call may change the entry that the other thread reads (POSIX.1-2017, readdir).
#include <dirent.h>
#include <pthread.h>

static DIR *folder;

static void *look(void *argument)
{
    struct dirent *entry = readdir(folder);
    return entry && entry->d_name[0] == '.' ? argument : 0;
}

int main(void)
{
    pthread_t one;
    folder = opendir("/tmp");
    if (!folder)
        return 1;
    pthread_create(&one, 0, look, 0);
    look(0);
    pthread_join(one, 0);
    return 0;
}
