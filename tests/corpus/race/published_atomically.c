//@ all: safe
//@ by: explicit
//@ twin: published_plainly
// What was written before a store is seen by who loads its value.
#include <pthread.h>


int data, ready;

void *writer(void *arg) {
    data = 1;
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
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
