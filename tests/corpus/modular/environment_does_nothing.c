//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: environment_does_nothing_and_the_thread_neither
// The thread needs no other one to fail, though others could write what it reads.
#include <assert.h>
#include <pthread.h>
int x, y;
void *first(void *unused) {
    x = 1;
    assert(x != 1 || y != 0);
    return 0;
}
void *second(void *unused) {
    y = 0;
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
