/*
 * The stack that forgets where it was, fixed: the top carries a number that every change counts up. A top that is the same
 * block again is not the same number again.
 *
 *   raddle check examples/treiber_stack_fixed.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE = 0, A = 1, B = 2, BLOCKS = 3 };

/* The number of changes, and in its last two bits the block. */
atomic_uint top = A;
atomic_uint next[BLOCKS] = {NONE, B, NONE};
atomic_int users[BLOCKS];

unsigned block_of(unsigned tagged) {
    return tagged & 3;
}

/* What the top becomes if a block is put there: another number of changes, always. */
unsigned changed(unsigned tagged, unsigned block) {
    return (tagged & ~3u) + 4 + block;
}

unsigned pop(void) {
    unsigned first = atomic_load(&top), rest;
    do {
        if (block_of(first) == NONE)
            return NONE;
        rest = atomic_load(&next[block_of(first)]);
    } while (!atomic_compare_exchange_strong(&top, &first, changed(first, rest)));
    return block_of(first);
}

void push(unsigned block) {
    unsigned first = atomic_load(&top);
    do
        atomic_store(&next[block], block_of(first));
    while (!atomic_compare_exchange_strong(&top, &first, changed(first, block)));
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
