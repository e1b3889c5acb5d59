//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: waits_for_a_flag_that_nobody_raises
// Busy waiting for a flag ends if the other thread gets its turn.
#include <pthread.h>

int flag;

void *first(void *argument) {
    while (!flag)
        ;
    return 0;
}

void *second(void *argument) {
    flag = 1;
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
