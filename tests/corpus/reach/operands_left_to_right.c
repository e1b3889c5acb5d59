//@ unsafe
//@ by: explicit
// x is read before both writes, y after them.
#include <assert.h>
#include <pthread.h>

int x, y;

void *first(void *unused) {
    int r = x - y;
    assert(r != -1);
    return unused;
}

void *second(void *unused) {
    x = 1;
    y = 1;
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
