//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: loops_that_nobody_notices_and_end
// What the second thread does for ever concerns nobody; main waits for it for ever.
#include <pthread.h>

int shown;

void *first(void *argument) {
    shown = 1;
    return 0;
}

void *second(void *argument) {
    int i = 0;
    while (i < 3) i = (i + 1) % 3;
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
