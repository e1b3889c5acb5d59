//@ all: safe
//@ by: explicit bmc
//@ twin: auto_typed_guard_held
// An object declared with `__auto_type` keeps what else is said of it: the function of its attribute `cleanup` lets the
// lock go at the end of the scope, and the thread-local one is each thread's own.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local __auto_type mine = 1;
static int sum;

static void unlock(pthread_mutex_t **held) { pthread_mutex_unlock(*held); }

static void *worker(void *unused) {
    __auto_type held __attribute__((cleanup(unlock))) = &lock;
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
