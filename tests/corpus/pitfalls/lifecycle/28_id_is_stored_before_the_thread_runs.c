//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 28_id_stored_by_the_creator_later
// The thread may read its own id through its argument: the creation stored it before.
#include <assert.h>
#include <pthread.h>

pthread_t t;

void *worker(void *unused) {
    assert(pthread_equal(t, pthread_self()));
    return unused;
}

int main(void) {
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
