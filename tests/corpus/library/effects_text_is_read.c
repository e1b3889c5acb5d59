//@ data-race: unsafe  others: safe
//@ twin: effects_text_is_read_later
// The name is read while another thread changes it.
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
    open(path, O_RDONLY);
    pthread_join(thread, 0);
    return 0;
}
