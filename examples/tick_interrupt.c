/*
 * A timer interrupt counts, and the main loop takes the count. The interrupt may come between the read and the reset.
 *
 *   raddle check examples/tick_interrupt.c
 *   VERDICT: UNSAFE (data-race)
 */
enum { TIM2_IRQn = 28 };
void NVIC_EnableIRQ(int number);

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
        total += ticks;
        ticks = 0;
    }
    return 0;
}
