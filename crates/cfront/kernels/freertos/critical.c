void __raddle_disable_interrupts(void);
void __raddle_enable_interrupts(void);
unsigned long __raddle_save_interrupts(void);
void __raddle_restore_interrupts(unsigned long state);
void __raddle_suspended_scheduler_beside_interrupts(void);

/* Critical sections of FreeRTOS mask all interrupts, as if the kernel's own priority were the most urgent one. */
static _Thread_local int __raddle_critical_depth;

void __raddle_vPortEnterCritical(void)
{
    __raddle_critical_depth++;
    __raddle_disable_interrupts();
}

void __raddle_vPortExitCritical(void)
{
    if (__raddle_critical_depth > 0)
        __raddle_critical_depth--;
    if (__raddle_critical_depth == 0)
        __raddle_enable_interrupts();
}

void __raddle_vTaskEnterCritical(void)
{
    __raddle_vPortEnterCritical();
}

void __raddle_vTaskExitCritical(void)
{
    __raddle_vPortExitCritical();
}

void __raddle_taskENTER_CRITICAL(void)
{
    __raddle_vPortEnterCritical();
}

void __raddle_taskEXIT_CRITICAL(void)
{
    __raddle_vPortExitCritical();
}

void __raddle_portENTER_CRITICAL(void)
{
    __raddle_vPortEnterCritical();
}

void __raddle_portEXIT_CRITICAL(void)
{
    __raddle_vPortExitCritical();
}

unsigned long __raddle_taskENTER_CRITICAL_FROM_ISR(void)
{
    return __raddle_save_interrupts();
}

void __raddle_taskEXIT_CRITICAL_FROM_ISR(unsigned long state)
{
    __raddle_restore_interrupts(state);
}

void __raddle_taskDISABLE_INTERRUPTS(void)
{
    __raddle_disable_interrupts();
}

void __raddle_taskENABLE_INTERRUPTS(void)
{
    __raddle_enable_interrupts();
}

/* No other task runs, but interrupts come: without interrupts that is a critical section. */
void __raddle_vTaskSuspendAll(void)
{
    if (__RADDLE_INTERRUPTS__)
        __raddle_suspended_scheduler_beside_interrupts();
    __raddle_vPortEnterCritical();
}

long __raddle_xTaskResumeAll(void)
{
    __raddle_vPortExitCritical();
    return 0;
}
