//@ unsafe
//@ by: bmc
//@ twin: visits_are_added_at_once
// Twenty visitors add one each, in one step; main looks while they are at it.
#include <assert.h>
#include <pthread.h>
int visits;
void *visitor(void *unused) {
    __atomic_fetch_add(&visits, 1, __ATOMIC_SEQ_CST);
    return unused;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 20; i++) {
        pthread_create(&t, 0, visitor, 0);
        assert(visits <= i);
    }
    return 0;
}
