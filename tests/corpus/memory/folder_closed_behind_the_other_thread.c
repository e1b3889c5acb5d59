//@ memory: safe
//@ domain: 0 1
//@ twin: folder_closed_by_another_thread
// The folder is closed when the other thread has ended.
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
    pthread_join(thread, 0);
    closedir(folder);
    return 0;
}
