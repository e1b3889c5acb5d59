//@ assertions: unsafe  data-race: unsafe  others: safe
//@ with: counter.unit.c
//@ twin: 02_counter_with_lock_in_another_file
//@ by: explicit bmc
/* The counter that two threads race for is in another file. */
#include <assert.h>
#include <pthread.h>

void bump(void);
int count(void);

/* Another object than the one in the other file. */
static int total = 7;

static void *worker(void *argument)
{
    bump();
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(count() == 2 && total == 7);
    return 0;
}
