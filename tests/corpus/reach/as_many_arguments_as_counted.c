//@ all: safe
//@ by: explicit bmc
//@ args: 2x1
//@ domain: 0 2 3
//@ twin: second_argument_is_given
// The vector ends behind the last argument, the arguments end with a zero, and there are at most two of one character.

#include <assert.h>
#include <pthread.h>

static int count;
static char **vector;

static void *worker(void *unused)
{
    (void)unused;
    assert(vector[count] == 0 && vector[count - 1] != 0);
    if (count > 1)
        assert(vector[1][0] == 0 || vector[1][1] == 0);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    count = argc;
    vector = argv;
    assert(argc >= 1 && argc <= 3);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
