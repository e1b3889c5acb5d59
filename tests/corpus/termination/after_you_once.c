//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: after_you_for_ever
// The second one gives way until the first one is through.
#include <pthread.h>

int a, b;

void *first(void *argument) {
    a = 1;
    while (b)
        ;
    a = 0;
    return 0;
}

void *second(void *argument) {
    b = 1;
    if (a) {
        b = 0;
        while (a)
            ;
    }
    b = 0;
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
