//@ termination: unsafe
//@ fair-termination: safe
//@ by: ranking
//@ twin: is_never_done_and_raises_no_flag
// The loop in front of the flag is seen by nobody, and ends.
#include <pthread.h>

int flag;

void *first(void *argument) {
    while (!flag)
        ;
    return 0;
}

void *second(void *argument) {
    unsigned k = 1;
    while (k < 1000) k++;
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
