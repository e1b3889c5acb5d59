//@ unsafe
//@ twin: known_by_no_id
// Two threads that only their ids tell apart: the first one may be the first to count.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int n;
pthread_t t[3];
void *count(void *unused) {
    __VERIFIER_atomic_begin();
    n = n + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    int seen = n;
    __VERIFIER_atomic_end();
    if (pthread_self() == t[0])
        assert(seen == 2);
    return unused;
}
int main(void) {
    __VERIFIER_atomic_begin();
    pthread_create(&t[0], 0, count, 0);
    pthread_create(&t[1], 0, count, 0);
    __VERIFIER_atomic_end();
    pthread_exit(0);
}
