//@ all: safe
//@ twin: assembly_compares_and_swaps_again
// The flag of zero says that the number was exchanged, once.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static long owner;
static int winners;

static bool claim(long self)
{
    bool is_mine;
    __asm__ volatile("lock; cmpxchgq %2, %1" : "=@ccz"(is_mine), "+m"(owner) : "r"(self), "a"(0L) : "memory");
    return is_mine;
}

static void *worker(void *self)
{
    if (claim((long)self))
        winners++;
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, worker, (void *)1);
    pthread_create(&other, 0, worker, (void *)2);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(winners == 1 && (owner == 1 || owner == 2));
    return 0;
}
