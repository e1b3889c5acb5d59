//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: does_not_wrap_around
// A sum that is too large for its type wraps around.
#include <assert.h>
#include <pthread.h>
unsigned char x, result;
void *looks(void *unused) {
    assert(result != 4);
    return 0;
}
void *takes(void *unused) {
    unsigned char seen = x;
    if (seen >= 250)
        result = seen + 10;
    return 0;
}
void *writes(void *unused) {
    x = 250;
    return 0;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_create(&c, 0, writes, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
