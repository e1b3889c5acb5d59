//@ assertions: unsafe  data-race: unsafe  arithmetic: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 78_division_by_checked_copy
// The divisor was checked, and changed by another thread.
#include <assert.h>
#include <pthread.h>

int d = 1;

void *first(void *unused) {
    int q = 0;
    if (d != 0)
        q = 6 / d;
    assert(q != 1);
    return unused;
}

void *second(void *unused) {
    d = 0;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
