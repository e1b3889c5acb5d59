//@ assertions: safe  data-race: safe  others: safe
//@ by: modular
//@ twin: created_between_two_writes
// The write comes first.
#include <assert.h>
#include <pthread.h>
int x;
void *first(void *unused) {
    assert(x == 1);
    return 0;
}
void *second(void *unused) {
    (void)x;
    return 0;
}
int main(void) {
    pthread_t a, b;
    x = 1;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
