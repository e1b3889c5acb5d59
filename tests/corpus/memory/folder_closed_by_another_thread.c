//@ memory: unsafe
//@ domain: 0 1
//@ by: explicit
//@ twin: folder_closed_behind_the_other_thread
// A thread closes the folder that another one reads.
#include <pthread.h>

typedef struct __dirstream DIR;
DIR *opendir(const char *name);
void rewinddir(DIR *folder);
int closedir(DIR *folder);

static DIR *folder;

static void *reader(void *unused)
{
    rewinddir(folder);
    return unused;
}

int main(void)
{
    pthread_t thread;
    folder = opendir(".");
    if (!folder) {
        return 1;
    }
    pthread_create(&thread, 0, reader, 0);
    closedir(folder);
    pthread_join(thread, 0);
    return 0;
}
