//@ data-race: safe
//@ domain: 0 1
//@ by: explicit
//@ twin: entries_of_one_folder
// Each thread reads a folder of its own.
#include <dirent.h>
#include <pthread.h>

static void *look(void *argument)
{
    DIR *folder = opendir(argument);
    struct dirent *entry = folder ? readdir(folder) : 0;
    return entry && entry->d_name[0] == '.' ? argument : 0;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, look, "/tmp");
    look("/usr");
    pthread_join(one, 0);
    return 0;
}
