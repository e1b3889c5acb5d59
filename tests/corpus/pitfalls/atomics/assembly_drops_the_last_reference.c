//@ all: safe
//@ twin: assembly_drops_a_reference_for_each
// The thread that drops the last reference writes: the flag of zero behind an atomic decrement tells it.
#include <assert.h>
#include <pthread.h>

static int references = 2, freed;

static int drop(void)
{
    unsigned char is_last;
    __asm__ volatile("lock; decl %0\n\tsete %1" : "+m"(references), "=q"(is_last) : : "memory", "cc");
    return is_last;
}

static void *worker(void *unused)
{
    if (drop())
        freed++;
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(freed == 1);
    return 0;
}
