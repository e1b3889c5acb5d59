//@ all: safe
//@ twin: assembly_takes_no_spin_lock
// The guard is one while a thread counts.
#include <assert.h>
#include <pthread.h>

static int count, guard;

static void *worker(void *unused)
{
    int old;
    do {
        __asm__ volatile("pause" ::: "memory");
        __asm__ volatile("lock\n\tcmpxchgl %[new], %1" : "=a"(old), "+m"(guard) : [new] "r"(1), "0"(0) : "memory");
    } while (old != 0);
    count++;
    __asm__ volatile("" ::: "memory");
    __sync_lock_release(&guard);
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
