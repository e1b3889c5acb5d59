/*
 * The stack that forgets where it was: ABA.
 *
 * A stack of free blocks without a lock. To pop, read the top and what lies under it, and exchange the top for that, if the
 * top is still the same; else start over. If it is still the same, the engineer thought, nothing has happened.
 *
 * One thread reads top A and under it B, and is stopped. The other pops A, pops B, and pushes A back. The top is A again: the
 * first thread's exchange succeeds, and makes B the top, which the second thread still uses.
 *
 *   raddle check examples/treiber_stack.c
 *   VERDICT: UNSAFE (assertions)
 *
 * Look for the exchange that succeeds though the stack has changed twice. No data race, no misuse of memory: every step
 * is atomic, and the sum of them is wrong.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE = 0, A = 1, B = 2, BLOCKS = 3 };

atomic_uint top = A;
atomic_uint next[BLOCKS] = {NONE, B, NONE};
atomic_int users[BLOCKS];

unsigned pop(void) {
    unsigned first = atomic_load(&top), rest;
    do {
        if (first == NONE)
            return NONE;
        rest = atomic_load(&next[first]);
    } while (!atomic_compare_exchange_strong(&top, &first, rest));
    return first;
}

void push(unsigned block) {
    unsigned first = atomic_load(&top);
    do
        atomic_store(&next[block], first);
    while (!atomic_compare_exchange_strong(&top, &first, block));
}

/* Pops a block; from now on nobody else may have it. */
unsigned allocate(void) {
    unsigned block = pop();
    if (block != NONE)
        assert(atomic_fetch_add(&users[block], 1) == 0);
    return block;
}

void release(unsigned block) {
    atomic_fetch_sub(&users[block], 1);
    push(block);
}

void *patient(void *unused) {
    allocate();
    allocate();
    return unused;
}

void *hasty(void *unused) {
    unsigned a = allocate();
    allocate();
    if (a != NONE)
        release(a);
    return unused;
}

int main(void) {
    pthread_t p, h;
    pthread_create(&p, 0, patient, 0);
    pthread_create(&h, 0, hasty, 0);
    pthread_join(p, 0);
    pthread_join(h, 0);
    return 0;
}
