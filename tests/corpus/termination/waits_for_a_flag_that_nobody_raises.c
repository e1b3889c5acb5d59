//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: waits_for_a_flag
// Nobody raises the flag.
#include <pthread.h>

int flag;

void *first(void *argument) {
    while (!flag)
        ;
    return 0;
}

void *second(void *argument) {
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
