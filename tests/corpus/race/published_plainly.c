//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: published_atomically
// A plain store races with an atomic load.
#include <pthread.h>


int data, ready;

void *writer(void *arg) {
    data = 1;
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) {
        return data;
    }
    return 0;
}
