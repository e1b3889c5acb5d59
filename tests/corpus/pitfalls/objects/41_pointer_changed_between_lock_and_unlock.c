//@ deadlock: unsafe  locks: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 41_lock_through_alias
// What is unlocked is another mutex than what was locked.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *p = &m;

void *first(void *unused) {
    pthread_mutex_lock(p);
    x++;
    p = &n;
    pthread_mutex_unlock(p);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
