//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: one_fills_up_again
// Updates get lost, but what each one writes is smaller each time.
#include <pthread.h>

int count = 2;

void *first(void *argument) {
    while (count > 0) count--;
    return 0;
}

void *second(void *argument) {
    while (count > 0) count--;
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
