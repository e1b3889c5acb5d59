//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 05_and_takes_right_operand
// a || b does not read b if a is not 0; a is never written.
#include <pthread.h>

int a = 1, b;

void *first(void *unused) {
    if (a || b)
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
