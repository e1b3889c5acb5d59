//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 06_ternary_evaluates_one_side
// The other side reads what the other thread writes.
#include <assert.h>
#include <pthread.h>

int flag = 0, x;

void *first(void *unused) {
    int y = flag ? 7 : x;
    assert(y == 7);
    return unused;
}

void *second(void *unused) {
    x = 1;
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
