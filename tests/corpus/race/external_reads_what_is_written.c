//@ unknown
//@ twin: external_reads_before
// The function reads the array while a thread may write it.
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
