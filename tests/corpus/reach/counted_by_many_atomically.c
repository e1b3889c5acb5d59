//@ assertions: safe
//@ by: explicit
//@ twin: count_is_looked_at_atomically
// Atomic additions commute.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int total;

void *work(void *argument)
{
    for (int i = 0; i < 300; i++)
        atomic_fetch_add(&total, 1);
    return 0;
}

int main(void)
{
    pthread_t ids[24];
    for (int i = 0; i < 24; i++)
        pthread_create(&ids[i], 0, work, 0);
    for (int i = 0; i < 24; i++)
        pthread_join(ids[i], 0);
    assert(total == 7200);
    return 0;
}
