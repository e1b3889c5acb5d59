//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: interrupt_by_name_before_it_is_enabled
// The handler runs from the time on at which its number is enabled, and writes beside `main`; `volatile` does not help.
enum { TIM2_IRQn = 28, TIM3_IRQn = 29 };
void NVIC_EnableIRQ(int number);

volatile unsigned ticks;

void TIM2_IRQHandler(void) {
    ticks = 1;
}

int main(void) {
    NVIC_EnableIRQ(TIM2_IRQn);
    ticks = 0;
    return 0;
}
