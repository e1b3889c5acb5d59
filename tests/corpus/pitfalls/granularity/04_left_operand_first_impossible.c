//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 04_left_operand_first
//@ hangs-on-order: assertions
// With operands read left to right, r is 1 only if x was 1 and y still 0. y is written first here, so it cannot be. C
// leaves the order open: with y read first it can. The verdict holds under the stated assumption.
#include <assert.h>
#include <pthread.h>

int x, y;

void *first(void *unused) {
    int r = x - y;
    assert(r != 1);
    return unused;
}

void *second(void *unused) {
    y = 1;
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
