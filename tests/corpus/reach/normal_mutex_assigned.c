//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: recursive_mutex_assigned
// The bytes of the other mutex say nothing of the kind.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m, other = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    m = other;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
