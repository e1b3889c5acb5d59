//@ assertions: unsafe
//@ by: explicit
//@ twin: counted_by_many_atomically
// The result of an addition is looked at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int total;

void *work(void *argument)
{
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&total, 1);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    assert(atomic_fetch_add(&total, 1) != 4);
    return 0;
}
