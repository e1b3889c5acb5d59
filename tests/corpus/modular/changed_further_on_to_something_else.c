//@ assertions: safe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: changed_further_on
// As its twin, with an assertion that holds: what is looked at twice is changed by steps that go on, not round.
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
void *changes(void *unused) {
    x = 1;
    x = 2;
    return 0;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_create(&c, 0, changes, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
