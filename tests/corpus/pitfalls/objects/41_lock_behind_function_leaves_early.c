//@ deadlock: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 41_lock_behind_function
// One way out forgets to unlock.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void enter(void) {
    pthread_mutex_lock(&m);
}

void leave(void) {
    pthread_mutex_unlock(&m);
}

void *worker(void *unused) {
    enter();
    if (x > 0) {
        x = 2;
        return 0;
    }
    x = 1;
    leave();
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_create(&t3, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    assert(x == 2);
    return 0;
}
