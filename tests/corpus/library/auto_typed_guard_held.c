//@ deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: auto_typed_guard
// The twin without the attribute: the first worker keeps the lock for ever, the other one waits for it for ever.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local __auto_type mine = 1;
static int sum;

static void *worker(void *unused) {
    __auto_type held = &lock;
    pthread_mutex_lock(held);
    mine++;
    sum += mine;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(sum == 4);
    assert(mine == 1);
    return 0;
}
