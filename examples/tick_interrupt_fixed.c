/*
 * The timer interrupt of tick_interrupt.c, fixed: interrupts are off while the main loop takes the count.
 *
 *   raddle check examples/tick_interrupt_fixed.c
 *   VERDICT: SAFE
 */
enum { TIM2_IRQn = 28 };
void NVIC_EnableIRQ(int number);
void __disable_irq(void);
void __enable_irq(void);

static volatile unsigned ticks;
static unsigned total;

/* The vector table of the processor names this function: no code calls it. */
void TIM2_IRQHandler(void) {
    if (ticks < 2)
        ticks++;
}

int main(void) {
    ticks = 0;
    NVIC_EnableIRQ(TIM2_IRQn);
    for (int i = 0; i < 2; i++) {
        __disable_irq();
        total += ticks;
        ticks = 0;
        __enable_irq();
    }
    return 0;
}
