//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: lowers_the_flag_again
// The same with atomic sections.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int flag;

void *first(void *argument) {
    int go = 1;
    while (go) {
        __VERIFIER_atomic_begin();
        go = !flag;
        __VERIFIER_atomic_end();
    }
    return 0;
}

void *second(void *argument) {
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
