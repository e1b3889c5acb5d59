//@ assertions: safe  data-race: safe  others: safe
//@ by: modular
//@ twin: seen_before_it_goes_on_for_ever
// It does not come to the write.
#include <assert.h>
#include <pthread.h>
int x;
void *first(void *unused) {
    while (1) {
    }
    x = 1;
    return 0;
}
void *second(void *unused) {
    assert(x == 0);
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
