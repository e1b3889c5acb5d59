//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ args: 2x1
//@ domain: 0 2 3
//@ twin: as_many_arguments_as_counted
// With two arguments argv[2] is the second of them.

#include <assert.h>
#include <pthread.h>

static int count;
static char **vector;

static void *worker(void *unused)
{
    (void)unused;
    assert(count < 3 || vector[2] == 0);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    count = argc;
    vector = argv;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
