/*
 * The interrupt that loses a byte, fixed: interrupts are off while the main loop changes what the interrupt changes.
 *
 *   raddle check examples/isr_ring_fixed.c
 *   VERDICT: SAFE
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

/* On the machine: switch interrupts off, and on again. */
void disable_interrupts(void) {
    __VERIFIER_atomic_begin();
}

void enable_interrupts(void) {
    __VERIFIER_atomic_end();
}

int read_byte(unsigned char *byte) {
    disable_interrupts();
    int is_there = count > 0;
    if (is_there) {
        *byte = ring[tail];
        tail = (tail + 1) % SIZE;
        count--;
    }
    enable_interrupts();
    return is_there;
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
