//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 50_builtin_as_lock
// It does not wait.
#include <assert.h>
#include <pthread.h>

int x;
int lock;

void *worker(void *unused) {
    (void)__sync_lock_test_and_set(&lock, 1);
    x++;
    __sync_lock_release(&lock);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
