//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 87_sum_stays_but_for_one
// Money moves between two accounts under a lock: the sum stays.
#include <assert.h>
#include <pthread.h>

int from = 2, to;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *transfer(void *unused) {
    pthread_mutex_lock(&m);
    from--;
    to++;
    pthread_mutex_unlock(&m);
    return unused;
}

void *auditor(void *unused) {
    pthread_mutex_lock(&m);
    assert(from + to == 2);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, transfer, 0);
    pthread_create(&t2, 0, transfer, 0);
    pthread_create(&t3, 0, auditor, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
