//@ assertions: safe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: written_before_all_started
// As its twin, with an assertion that holds: what main wrote before it created anybody is there from the start.
#include <assert.h>
#include <pthread.h>
int x, result;
void *looks(void *unused) {
    assert(result != 2);
    return 0;
}
void *takes(void *unused) {
    result = x;
    return 0;
}
int main(void) {
    pthread_t a, b;
    x = 1;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
