//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: ranking
//@ twin: counts_until_the_flag_is_raised
// It counts on and on, and no state comes back.
#include <pthread.h>

int flag;
unsigned n;

void *first(void *argument) {
    while (!flag) n++;
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
