//@ safe
//@ property: data-race
// Both accesses are in sections: the twin of the program whose read stands behind an empty one.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int shared;

void *reader(void *arg) {
    int seen;
    __VERIFIER_atomic_begin();
    seen = shared;
    __VERIFIER_atomic_end();
    return seen ? arg : 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    __VERIFIER_atomic_begin();
    shared = 1;
    __VERIFIER_atomic_end();
    return 0;
}
