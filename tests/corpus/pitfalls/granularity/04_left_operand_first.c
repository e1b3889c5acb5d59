//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 04_left_operand_first_impossible
//@ hangs-on-order: assertions
// r = x - y reads x, then both writes happen, then it reads y: 0 - 1.
#include <assert.h>
#include <pthread.h>

int x, y;

void *first(void *unused) {
    int r = x - y;
    assert(r != -1);
    return unused;
}

void *second(void *unused) {
    x = 1;
    y = 1;
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
