//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: postfix_value_atomic
// Without atomicity both threads may get the same value.
#include <assert.h>
#include <pthread.h>

int x, r1, r2;

void *first(void *unused) {
    r1 = x++;
    return unused;
}

void *second(void *unused) {
    r2 = x++;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 != r2);
    return 0;
}
