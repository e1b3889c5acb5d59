//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 06_ternary_evaluates_the_other_side
// Only the chosen side of ?: is evaluated: the racing read is never done.
#include <assert.h>
#include <pthread.h>

int flag = 1, x;

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
