//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: after_you_once
// Each lets the other one go first, again and again: every schedule is fair, and nobody goes.
#include <pthread.h>

int a, b;

void *first(void *argument) {
    a = 1;
    while (b) {
        a = 0;
        a = 1;
    }
    a = 0;
    return 0;
}

void *second(void *argument) {
    b = 1;
    while (a) {
        b = 0;
        b = 1;
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
