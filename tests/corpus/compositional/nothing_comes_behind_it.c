//@ safe
//@ twin: something_comes_behind_it
//@ by: compositional
// A loop that computes nothing, but keeps the thread from what comes behind it: it is not left out.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int taken;

void *worker(void *unused)
{
    int ready = __VERIFIER_nondet_int() == 7;

    while (!ready) {
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
