//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_three_threads_two_orders
// The third waits for the second.
#include <pthread.h>

int x;

void *second(void *unused) {
    x = 2;
    return unused;
}

void *third(void *p) {
    pthread_join(*(pthread_t *)p, 0);
    x = 3;
    return 0;
}

int main(void) {
    pthread_t a, b;
    x = 1;
    pthread_create(&a, 0, second, 0);
    pthread_create(&b, 0, third, &a);
    pthread_join(b, 0);
    return 0;
}
