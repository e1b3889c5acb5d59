//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: assembly_sets_a_bit_once
// Each thread finds its own bit clear.
#include <assert.h>
#include <pthread.h>

static unsigned long words[2];
static int winners;

static int test_and_set(long number, volatile unsigned long *address)
{
    int before;
    __asm__ volatile("lock; btsq %2, %1\n\tsbbl %0, %0" : "=r"(before), "+m"(*address) : "Ir"(number) : "memory");
    return before;
}

static void *worker(void *unused)
{
    if (!test_and_set(unused ? 70 : 69, words))
        winners++;
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, words);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(winners == 1 && words[0] == 0 && words[1] == 1 << 6);
    return 0;
}
