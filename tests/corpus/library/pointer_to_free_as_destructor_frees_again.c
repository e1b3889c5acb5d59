//@ memory: unsafe  others: safe
//@ twin: pointer_to_free_as_destructor
// The thread frees it, too.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *worker(void *unused)
{
    int *value = malloc(sizeof *value);
    pthread_setspecific(key, value);
    *value = 1;
    free(value);
    return unused;
}

int main(void)
{
    pthread_key_create(&key, free);
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
