//@ data-race: unsafe  others: safe
//@ twin: assembly_releases_a_spin_lock
// The exchange stores zero: the guard is never closed.
#include <pthread.h>

static int guard, count;

static void lock(volatile int *address)
{
    int was;
    do {
        was = 0;
        __asm__ volatile("xchgl %0, %1" : "+r"(was), "+m"(*address) : : "memory");
    } while (was);
}

static void *worker(void *unused)
{
    lock(&guard);
    count++;
    __asm__ volatile("movl $0, %0" : "=m"(guard) : : "memory");
    return unused;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, 0, worker, 0);
    worker(0);
    pthread_join(one, 0);
    return count - 2;
}
