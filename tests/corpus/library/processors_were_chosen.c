//@ all: safe
//@ domain: 0
//@ twin: processors_are_chosen
// The set is written before it is read.
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
    memset(&processors, 0, sizeof processors);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
