//@ assertions: safe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: changed_by_a_third
// As its twin, with an assertion that holds: two threads write what one looks at twice.
#include <assert.h>
#include <pthread.h>
int x, result;
void *looks(void *unused) {
    assert(result != 3);
    return 0;
}
void *takes(void *unused) {
    if (x == 1)
        result = x;
    return 0;
}
void *one(void *unused) {
    x = 1;
    return 0;
}
void *two(void *unused) {
    x = 2;
    return 0;
}
int main(void) {
    pthread_t a, b, c, d;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_create(&c, 0, one, 0);
    pthread_create(&d, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    pthread_join(d, 0);
    return 0;
}
