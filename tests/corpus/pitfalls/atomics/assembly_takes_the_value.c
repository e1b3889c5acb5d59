//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: assembly_takes_the_address
// The value of an input is read, also if the template is empty.
#include <pthread.h>

static int shared;

static void *worker(void *unused)
{
    __asm__ volatile("" : : "r"(shared) : "memory");
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    shared = 1;
    pthread_join(thread, 0);
    return 0;
}
