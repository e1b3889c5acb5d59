//@ unsafe
//@ by: explicit
// x * x with two different values of x.
#include <assert.h>
#include <pthread.h>

int x, y;

void *first(void *unused) {
    y = x * x;
    return unused;
}

void *second(void *unused) {
    x = 2;
    x = 3;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(y == 0 || y == 4 || y == 9);
    return 0;
}
