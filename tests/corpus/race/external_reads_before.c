//@ safe
//@ twin: external_reads_what_is_written
//@ externals: pure
// The user says that the function leaves the array alone.
#include <pthread.h>

int hash_of(const char *text);

static char text[4] = "abc";

static void *worker(void *unused)
{
    text[0] = 'x';
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int hash = hash_of(text);
    pthread_join(thread, 0);
    return hash;
}
