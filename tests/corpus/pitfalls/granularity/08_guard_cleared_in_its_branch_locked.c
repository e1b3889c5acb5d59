//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 08_guard_cleared_in_its_branch
// Test, branch and assertion are one section.
#include <assert.h>
#include <pthread.h>

_Bool r;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    if (r)
        r = 0;
    assert(!r);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    r = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
