//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: section_with_a_way_not_taken
// Whoever sees the pointer sees what was written before it.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y;
int *where;

void *worker(void *unused) {
    x = 1;
    y = 2;
    where = &y;
    return unused;
}

int main(void) {
    pthread_create(0, 0, worker, 0);
    __VERIFIER_atomic_begin();
    int seen = 0;
    if (where)
        seen = *where;
    __VERIFIER_atomic_end();
    assert(x == 1 || seen == 0);
    return 0;
}
