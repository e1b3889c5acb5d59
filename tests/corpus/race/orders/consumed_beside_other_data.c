//@ data-race: unknown
//@ twin: consumed
// The second access does not depend on the pointer: C orders nothing here, and compilers do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int number;
int *_Atomic published;

void *writer(void *argument) {
    number = 1;
    atomic_store_explicit(&published, &number, memory_order_release);
    return 0;
}

void *reader(void *argument) {
    int *found = atomic_load_explicit(&published, memory_order_consume);
    if (found != 0) {
        assert(*found == 1 && number == 1);
    }
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
