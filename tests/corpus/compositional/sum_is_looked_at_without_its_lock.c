//@ unsafe
//@ twin: sum_is_looked_at_under_its_lock
// Who holds the lock takes from the sum and puts it back: who does not wait for it sees that.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;
void __VERIFIER_atomic_give(void) { sum++; }
void __VERIFIER_atomic_take(void) { sum--; }
void *worker(void *unused) {
    pthread_mutex_lock(&m);
    __VERIFIER_atomic_take();
    __VERIFIER_atomic_give();
    pthread_mutex_unlock(&m);
    return unused;
}
void *looker(void *unused) {
    assert(sum == 0);
    return unused;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, looker, 0);
    return 0;
}
