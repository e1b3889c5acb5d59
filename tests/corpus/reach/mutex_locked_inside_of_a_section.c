//@ unsafe
//@ by: explicit sequential compositional
// A mutex is locked inside of a section that has stored something: the store is seen before what comes behind the section.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int first, second;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    first = 1;
    pthread_mutex_lock(&m);
    __VERIFIER_atomic_end();
    second = 1;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int seen = first;
    int later = second;
    assert(!seen || later);
    return 0;
}
