//@ safe
//@ by: compositional
//@ twin: one_visit_is_not_expected
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
        assert(visits <= i + 1);
    }
    return 0;
}
