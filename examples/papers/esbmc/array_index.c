/*
 * The running example (Fig. 1) of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 * The index is an input that was never checked, and whether it is used hangs on which thread comes first.
 *
 *   raddle check --engine schedule -p assertions examples/papers/esbmc/array_index.c
 *   VERDICT: UNSAFE (assertions)
 */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 10
#endif

unsigned __VERIFIER_nondet_uint(void);
static int cells[N], chosen, other = 1, gate = 2;

static void *first(void *argument) {
    if (gate > 2) {
        assert(chosen >= 0 && chosen < N);
        cells[chosen] = *(int *)argument;
    }
    return 0;
}

static void *second(void *argument) {
    if (gate > 3)
        cells[other] = *(int *)argument;
    else
        gate = 3;
    return 0;
}

int main(void) {
    pthread_t one, two;
    static int ten = 10, twenty = 20;
    chosen = (int)__VERIFIER_nondet_uint();
    pthread_create(&one, 0, first, &ten);
    pthread_create(&two, 0, second, &twenty);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
