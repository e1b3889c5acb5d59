//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 28_id_is_stored_before_the_thread_runs
// A copy that the creator makes afterwards may come too late.
#include <assert.h>
#include <pthread.h>

pthread_t t;

void *worker(void *unused) {
    assert(pthread_equal(t, pthread_self()));
    return unused;
}

int main(void) {
    pthread_t u;
    pthread_create(&u, 0, worker, 0);
    t = u;
    pthread_join(u, 0);
    return 0;
}
