//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: looks_at_a_flag_in_a_section
// Whoever looks too late sees nothing.
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
    flag = 1;
    flag = 0;
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
