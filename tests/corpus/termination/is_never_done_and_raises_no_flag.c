//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: raises_the_flag_when_it_is_done
// Who is busy for ever with something that nobody sees keeps nobody waiting.
#include <pthread.h>

int flag;

void *first(void *argument) {
    while (!flag)
        ;
    return 0;
}

void *second(void *argument) {
    unsigned k = 1;
    while (k) k |= 1;
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
