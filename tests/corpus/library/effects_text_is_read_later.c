//@ all: safe
//@ twin: effects_text_is_read
// It is read when the thread has ended.
#include <fcntl.h>
#include <pthread.h>

static char path[2] = "a";

static void *worker(void *unused)
{
    path[0] = 'b';
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    open(path, O_RDONLY);
    return 0;
}
