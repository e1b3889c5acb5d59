//@ all: safe
//@ by: explicit
//@ twin: interrupt_by_name_after_it_is_enabled
// Nothing enables the interrupt of the handler before `main` has written.
enum { TIM2_IRQn = 28, TIM3_IRQn = 29 };
void NVIC_EnableIRQ(int number);

volatile unsigned ticks;

void TIM2_IRQHandler(void) {
    ticks = 1;
}

int main(void) {
    NVIC_EnableIRQ(TIM3_IRQn);
    ticks = 0;
    NVIC_EnableIRQ(TIM2_IRQn);
    return 0;
}
