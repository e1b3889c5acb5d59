//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: not_seen_behind_what_goes_on_for_ever
// What a thread wrote is seen even if it never comes to a place at which it would be looked for.
#include <assert.h>
#include <pthread.h>
int x;
void *first(void *unused) {
    x = 1;
    while (1) {
    }
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
