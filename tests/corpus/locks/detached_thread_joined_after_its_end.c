//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: thread_joined_after_its_end
// A detached thread cannot be joined, whether it has ended or not: the call says so in either case.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_detach(second);
    pthread_join(first, 0);
    assert(pthread_join(second, 0) == EINVAL);
    return 0;
}
