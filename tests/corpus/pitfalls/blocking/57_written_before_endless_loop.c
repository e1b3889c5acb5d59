//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 57_written_behind_endless_loop
// What was written before the endless loop is seen, though the block around both never ends.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
    while (1)
        ;
    return unused;
}

void *second(void *unused) {
    assert(x == 0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(b, 0);
    return 0;
}
