//@ unsafe
//@ by: explicit
// The flag may be set again after it was cleared, and before it is asserted.
#include <assert.h>
#include <pthread.h>

_Bool r;

void *first(void *unused) {
    if (r)
        r = 0;
    assert(!r);
    return unused;
}

void *second(void *unused) {
    r = 1;
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
