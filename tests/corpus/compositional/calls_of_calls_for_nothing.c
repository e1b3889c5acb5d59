//@ safe
//@ twin: calls_of_calls_that_count
// What a call for nothing calls does nothing, either.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int counted;

int counts(int number)
{
    if (number > 3)
        number = 3;
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
