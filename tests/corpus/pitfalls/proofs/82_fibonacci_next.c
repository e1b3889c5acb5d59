//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 82_fibonacci
// No more.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int i = 1, j = 1;

void *first(void *unused) {
    for (int k = 0; k < 3; k++) {
        __VERIFIER_atomic_begin();
        i += j;
        __VERIFIER_atomic_end();
    }
    return unused;
}

void *second(void *unused) {
    for (int k = 0; k < 3; k++) {
        __VERIFIER_atomic_begin();
        j += i;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(i <= 21 && j <= 21);
    return 0;
}
