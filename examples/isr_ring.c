/*
 * The interrupt that loses a byte.
 *
 * A serial port's interrupt puts bytes into a ring, the main loop takes them out. One writes at `head`, the other reads
 * at `tail`; only the number of bytes is changed by both. The interrupt cannot be interrupted, the engineer thought, and
 * `count--` is a single line.
 *
 * It is a load, a subtraction and a store. The interrupt that comes between the load and the store counts its byte, and the
 * store forgets it: the byte is in the ring, and nobody will ever read it.
 *
 *   raddle check examples/isr_ring.c
 *   VERDICT: UNSAFE (assertions, data-race)
 *
 * The interrupt is a thread whose work is one atomic section: it comes at any time, and runs to its end. Look for it
 * between main's read and write of `count`.
 */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

enum { SIZE = 4, BYTES = 3 };

volatile unsigned char ring[SIZE];
volatile unsigned count;
unsigned head, tail;

/* The interrupt: one byte has arrived. */
void uart_isr(unsigned char byte) {
    if (count < SIZE) {
        ring[head] = byte;
        head = (head + 1) % SIZE;
        count++;
    }
}

int read_byte(unsigned char *byte) {
    if (count == 0)
        return 0;
    *byte = ring[tail];
    tail = (tail + 1) % SIZE;
    count--;
    return 1;
}

void *interrupts(void *unused) {
    for (unsigned char i = 0; i < BYTES; i++) {
        __VERIFIER_atomic_begin();
        uart_isr(i);
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void) {
    pthread_t port;
    unsigned received = 0;
    unsigned char byte;
    pthread_create(&port, 0, interrupts, 0);
    for (int i = 0; i < 2; i++)
        received += read_byte(&byte);
    pthread_join(port, 0);
    assert(received + count == BYTES);
    return 0;
}
