//@ safe
//@ by: compositional
//@ twin: visits_are_added_twice
//@ domain: -1 0 1 2 3
// Any number of visitors, each adds one without a lock: some are lost, but nobody adds more than one.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int visits;
void *visitor(void *unused) {
    int before = visits;
    visits = before + 1;
    return unused;
}
int main(void) {
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        pthread_create(&t, 0, visitor, 0);
    int seen = visits;
    assert(n < 0 || seen <= n);
    return 0;
}
