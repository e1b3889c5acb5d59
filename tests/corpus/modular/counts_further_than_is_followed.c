//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: counts_exactly_as_far_as_is_said
// A loop has more rounds than are followed one by one.
#include <assert.h>
#include <pthread.h>
int result;
void *looks(void *unused) {
    assert(result != 40);
    return 0;
}
void *counts(void *unused) {
    for (int i = 0; i < 50; i++)
        result = result + 1;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, counts, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
