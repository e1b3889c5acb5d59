//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_in_a_condition
// sizeof does not.
#include <pthread.h>

int x;

void *first(void *unused) {
    if (sizeof(x))
        return 0;
    return unused;
}

void *second(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
