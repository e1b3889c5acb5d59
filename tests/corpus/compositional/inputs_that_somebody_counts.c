//@ unsafe
//@ twin: inputs_that_nobody_needs
// The same call for nothing, but now it counts what it read: the assertion at the end notices.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int table[3];
int busy;
int zeros;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int input_below(int bound)
{
    int value = __VERIFIER_nondet_int();

    if (value < 0 || value >= bound) {
        zeros = 1;
        return 0;
    }
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
    pthread_mutex_lock(&lock);
    assert(!busy);
    busy = 1;
    table[1] = 2;
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
    assert(!zeros);
    return 0;
}
