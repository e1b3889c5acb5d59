//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: 55_assumption_is_no_deadlock
// A thread that waits on a condition for ever is one.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int f;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    while (!f)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, first, 0);
    pthread_join(t1, 0);
    assert(0);
    return 0;
}
