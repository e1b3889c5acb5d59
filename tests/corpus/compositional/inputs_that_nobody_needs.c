//@ safe
//@ twin: inputs_that_somebody_counts
//@ by: compositional
// A call reads inputs that matter to one thread only: the other one calls it for nothing, and that is left out with the table from which its
// argument comes.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int table[3];
int busy;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int input_below(int bound)
{
    int value = __VERIFIER_nondet_int();

    if (value < 0 || value >= bound)
        return 0;
    return value;
}

int last_of(int rounds)
{
    int last = 0;

    while (rounds > 0) {
        last = input_below(rounds);
        rounds--;
    }
    return last;
}

void *fills(void *unused)
{
    int at = input_below(3);

    pthread_mutex_lock(&lock);
    assert(!busy);
    busy = 1;
    table[at] = 2;
    busy = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *reads(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(!busy);
    busy = 1;
    last_of(table[1]);
    busy = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, 0, fills, 0);
    pthread_create(&second, 0, reads, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
