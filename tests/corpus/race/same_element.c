//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: neighbouring_elements
// Both indices are 1.
#include <pthread.h>

int data[2];
int i = 1, j = 1;

void *first(void *unused) {
    data[i] = 1;
    return unused;
}

void *second(void *unused) {
    data[j] = 1;
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
