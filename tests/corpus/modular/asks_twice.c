//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: asks_twice_under_a_lock
// What was asked for may be gone when it is used.
#include <assert.h>
#include <pthread.h>
int x;
void *first(void *unused) {
    if (x == 0)
        assert(x == 0);
    return 0;
}
void *second(void *unused) {
    x = 1;
    x = 0;
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
