//@ all: safe
//@ twin: assembly_exchanges_atomically
// An instruction with a lock prefix adds.
#include <assert.h>
#include <pthread.h>

static int count, guard;

static void *worker(void *unused)
{
    int value = 1;
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(count) : : "memory", "cc");
    assert(value == 0 || value == 1);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(count == 2);
    return 0;
}
