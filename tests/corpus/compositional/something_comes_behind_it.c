//@ unsafe
//@ twin: nothing_comes_behind_it
// The loop ends.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int taken;

void *worker(void *unused)
{
    int ready = __VERIFIER_nondet_int() == 7;

    while (!ready) {
        if (__VERIFIER_nondet_int())
            break;
    }
    taken = ready;
    assert(taken == 1 && ready == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;

    for (int i = 0; i < 2; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
