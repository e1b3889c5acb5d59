//@ unsafe
//@ by: explicit
// x += y reads x, then y: 0 + 1 if the other thread comes between.
#include <assert.h>
#include <pthread.h>

int x, y;

void *first(void *unused) {
    x += y;
    return unused;
}

void *second(void *unused) {
    x = 10;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x != 1);
    return 0;
}
