//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: both_count_down
// One counts down, the other one fills up as long as something is left.
#include <pthread.h>

int count = 2;

void *first(void *argument) {
    while (count > 0) count--;
    return 0;
}

void *second(void *argument) {
    while (count > 0) count = 2;
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
