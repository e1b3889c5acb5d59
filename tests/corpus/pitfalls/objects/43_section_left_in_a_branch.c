//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 43_section_left_in_a_branch_and_split
// Both ways out of the section end it.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    if (x) {
        __VERIFIER_atomic_end();
        return 0;
    }
    x = 1;
    y = 1;
    __VERIFIER_atomic_end();
    return unused;
}

void *second(void *unused) {
    __VERIFIER_atomic_begin();
    assert(x == y);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
