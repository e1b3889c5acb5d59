//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: guards_let_go_on_every_way_out
// The first guard lets go before the number is written back: both threads may get the same one.
// Guards in the way of systemd and Linux: the attribute `cleanup` calls a function when an object's scope is left, by
// the end of its block, for instance.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void unlock(pthread_mutex_t **held) {
    if (*held) pthread_mutex_unlock(*held);
}

#define guard(mutex) \
    __attribute__((cleanup(unlock))) pthread_mutex_t *held = &(mutex); \
    pthread_mutex_lock(held)

static int next(void) {
    int seen;
    {
        guard(lock);
        seen = shared;
    }
    guard(lock);
    shared++;
    return seen;
}

static void *worker(void *unused) {
    *(int *)unused = next();
    return 0;
}

int main(void) {
    pthread_t thread;
    int theirs;
    pthread_create(&thread, 0, worker, &theirs);
    int ours = next();
    pthread_join(thread, 0);
    assert(ours != theirs);
    return 0;
}
