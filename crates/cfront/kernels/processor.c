void __raddle_disable_interrupts(void);
void __raddle_enable_interrupts(void);
unsigned long __raddle_save_interrupts(void);
void __raddle_restore_interrupts(unsigned long state);
void __raddle_mask_interrupts(int priority);

/* CMSIS for ARM Cortex-M, and what compilers for AVR and x86 call it. The numbers of priorities of a Cortex-M are not followed: BASEPRI masks all
   interrupts unless it is 0. */
static _Thread_local unsigned long __raddle_primask, __raddle_basepri;

void __raddle___disable_irq(void)
{
    __raddle_primask = 1;
    __raddle_disable_interrupts();
}

void __raddle___enable_irq(void)
{
    __raddle_primask = 0;
    __raddle_enable_interrupts();
}

unsigned long __raddle___get_PRIMASK(void)
{
    return __raddle_primask;
}

void __raddle___set_PRIMASK(unsigned long mask)
{
    __raddle_primask = mask & 1;
    __raddle_restore_interrupts(mask & 1);
}

unsigned long __raddle___get_BASEPRI(void)
{
    return __raddle_basepri;
}

void __raddle___set_BASEPRI(unsigned long priority)
{
    __raddle_basepri = priority;
    __raddle_mask_interrupts(priority ? 2147483647 : -1);
}

void __raddle___disable_interrupt(void)
{
    __raddle_disable_interrupts();
}

void __raddle___enable_interrupt(void)
{
    __raddle_enable_interrupts();
}

void __raddle_cli(void)
{
    __raddle_disable_interrupts();
}

void __raddle_sei(void)
{
    __raddle_enable_interrupts();
}

void __raddle___WFI(void)
{
}

void __raddle___WFE(void)
{
}

void __raddle___SEV(void)
{
}

void __raddle___NOP(void)
{
}

void __raddle___DSB(void)
{
    __sync_synchronize();
}

void __raddle___ISB(void)
{
    __sync_synchronize();
}

void __raddle___DMB(void)
{
    __sync_synchronize();
}
