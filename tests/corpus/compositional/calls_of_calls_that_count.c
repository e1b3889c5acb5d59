//@ unsafe
//@ twin: calls_of_calls_for_nothing
// What a call for nothing calls counts in its turn, and the assertion at the end notices.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int counted;

int counts(int number)
{
    if (number > 3)
        counted = 1;
    return number;
}

int reads(void)
{
    return counts(__VERIFIER_nondet_int());
}

void *thread(void *unused)
{
    reads();
    return 0;
}

int main(void)
{
    pthread_t first;

    pthread_create(&first, 0, thread, 0);
    pthread_join(first, 0);
    assert(counted == 0);
    return 0;
}
