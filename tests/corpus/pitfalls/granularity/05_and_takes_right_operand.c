//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 05_or_skips_right_operand
// a && b reads b.
#include <pthread.h>

int a = 1, b;

void *first(void *unused) {
    if (a && b)
        return 0;
    b = 2;
    return unused;
}

void *second(void *unused) {
    b = 1;
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
