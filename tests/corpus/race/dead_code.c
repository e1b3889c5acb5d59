//@ all: safe
//@ by: explicit
//@ twin: in_a_condition
// The second write is never reached.
#include <pthread.h>

int x;
int never;

void *first(void *unused) {
    x = 1;
    return unused;
}

void *second(void *unused) {
    if (never)
        x = 2;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
