//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 20_creator_goes_on
// It writes before the creation.
#include <pthread.h>

int x;

void *second(void *unused) {
    x = 1;
    return unused;
}

void *first(void *unused) {
    pthread_t t;
    x = 2;
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, first, 0);
    pthread_join(t1, 0);
    return 0;
}
