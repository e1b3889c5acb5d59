//@ all: safe
//@ by: explicit
//@ twin: same_element
// Two elements of an array are two objects.
#include <pthread.h>

int data[2];

void *first(void *unused) {
    data[0] = 1;
    return unused;
}

void *second(void *unused) {
    data[1] = 1;
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
