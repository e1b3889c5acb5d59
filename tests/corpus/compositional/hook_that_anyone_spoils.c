//@ unsafe
//@ by: compositional
//@ twin: hook_that_anyone_calls
// Two threads set and call a hook; one of the functions gives 2.

#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int one(void) { return 1; }
static int also_one(void) { return 3 - 1; }
static int (*hook)(void);

static void *worker(void *unused)
{
    (void)unused;
    if (__VERIFIER_nondet_int())
        hook = one;
    else
        hook = also_one;
    if (hook)
        assert(hook() == 1);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
