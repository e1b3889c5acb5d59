//@ assertions: safe  data-race: safe  others: safe
//@ by: modular
//@ twin: environment_does_nothing
// Whatever the other one writes is enough.
#include <assert.h>
#include <pthread.h>
int x, y;
void *first(void *unused) {
    x = 1;
    assert(x == 1 || y == 0);
    return 0;
}
void *second(void *unused) {
    y = 0;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
