//@ data-race: unsafe  assertions: safe
//@ by: explicit
//@ args: 1x3
//@ domain: 0 2 45 110 120
//@ with: long_options_sum.unit.c
//@ twin: long_options_in_one_of_two_files
/* The number of options is read without order. */
#include <assert.h>
#include <getopt.h>
#include <pthread.h>

int sum(int count);

static const struct option options[] = {{"n", no_argument, 0, 'n'}, {0, 0, 0, 0}};

static void *worker(void *argument)
{
    sum(*(int *)argument);
    return 0;
}

int main(int argc, char **argv)
{
    int option, count = 0;
    while ((option = getopt_long(argc, argv, "x", options, 0)) != -1) {
        assert(option == 'n' || option == 'x' || option == '?');
        count++;
    }
    pthread_t thread;
    pthread_create(&thread, 0, worker, &count);
    assert(sum(count) >= count);
    pthread_join(thread, 0);
    return 0;
}
