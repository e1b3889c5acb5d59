//@ all: safe
//@ by: explicit bmc
//@ args: 1x1
//@ domain: 0 1 2 120
//@ twin: argument_chooses_who_locks
// Started with `x` the workers add something else.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned total;

static void *worker(void *text)
{
    int more = *(char *)text != 'x';
    pthread_mutex_lock(&lock);
    total += more ? 2 : 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t first, second;
    if (argc < 2)
        return 1;
    pthread_create(&first, 0, worker, argv[1]);
    pthread_create(&second, 0, worker, argv[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
