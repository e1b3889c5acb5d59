//@ assertions: safe  others: safe
//@ twin: another_was_joined
//@ by: compositional
// Who was joined interferes no more.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    x = 2;
    assert(x == 2);
    return 0;
}
