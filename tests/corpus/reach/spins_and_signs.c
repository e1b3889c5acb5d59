//@ assertions: unsafe  data-race: unsafe  termination: unsafe  others: safe
//@ by: explicit
//@ twin: spins_until_set
// Who finds the flag set leaves another sign on it: the owner can tell.
#include <assert.h>
#include <pthread.h>

int f;

void *worker(void *sign) {
    int mine = (int)(long)sign;
    while (__sync_lock_test_and_set(&f, mine)) {
    }
    assert(f == mine);
    __sync_lock_release(&f);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, (void *)1);
    worker((void *)2);
    pthread_join(a, 0);
}
