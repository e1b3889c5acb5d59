/*
 * Two processes, each of whose statements is one step. What is asserted depends on x, and x on y and z: with x, t1 and t2 kept and
 * y and z sliced there are counterexamples in either order of the two; only that in which q comes first is real.
 *
 *   raddle check --engine slice -p assertions examples/papers/cegpv/toy.c
 *   VERDICT: UNSAFE (assertions)
 *
 * After Fig. 2 of Abdulla, Atig, Diep: Counter-Example Guided Program Verification.
 */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#define STEP(statement)                                                                                                          \
    do {                                                                                                                         \
        __VERIFIER_atomic_begin();                                                                                               \
        statement;                                                                                                               \
        __VERIFIER_atomic_end();                                                                                                 \
    } while (0)

int x, y, z, t1, t2;

void *q(void *unused) {
    STEP(x = y ? 0 : z ? 0 : 1);
    STEP(y = !z);
    STEP(z = 1);
    STEP(t2 = x);
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, q, 0);
    STEP(x = y ? z ? 0 : 1 : 1);
    STEP(y = z);
    STEP(z = 0);
    STEP(t1 = x);
    STEP(assert(t1 + t2 != 1));
    return 0;
}
