//@ data-race: unsafe  others: safe
//@ domain: 0
//@ twin: processors_were_chosen
// The set is read while it is written.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <string.h>

static cpu_set_t processors;

static void *worker(void *unused)
{
    pthread_setaffinity_np(pthread_self(), sizeof processors, &processors);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    memset(&processors, 0, sizeof processors);
    pthread_join(thread, 0);
    return 0;
}
