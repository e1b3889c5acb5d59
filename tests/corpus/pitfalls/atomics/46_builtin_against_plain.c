//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 46_builtin_against_builtin
// A plain increment races with a builtin.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    __sync_fetch_and_add(&x, 1);
    return unused;
}

void *second(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
