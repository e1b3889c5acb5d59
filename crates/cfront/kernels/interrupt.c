void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void free(void *memory);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_nested_interrupts(void);
void __raddle_partial_interrupt_mask(void);
void __raddle_handler_that_waits(void);

/* One processor. Where interrupts are disabled, and in a handler, nothing else runs: that is an atomic section. A handler is a thread that runs
   again and again. What a handler of a lower priority does while a more urgent one interrupts it is unsupported. */
struct __raddle_line {
    void (*handler)(void);
    int priority;
};

/* Bit 0: disabled. Bit 1: masked up to a priority. */
static _Thread_local int __raddle_mask;
static _Thread_local _Bool __raddle_handles;
static int __raddle_most_urgent = -2147483647;

static void __raddle_set_mask(int mask)
{
    int before = __raddle_mask;
    if (!before && mask)
        __VERIFIER_atomic_begin();
    __raddle_mask = mask;
    if (before && !mask)
        __VERIFIER_atomic_end();
}

void __raddle_disable_interrupts(void)
{
    __raddle_set_mask(__raddle_mask | 1);
}

void __raddle_enable_interrupts(void)
{
    __raddle_set_mask(__raddle_mask & 2);
}

unsigned long __raddle_save_interrupts(void)
{
    unsigned long before = __raddle_mask & 1;
    __raddle_set_mask(__raddle_mask | 1);
    return before;
}

void __raddle_restore_interrupts(unsigned long state)
{
    __raddle_set_mask((__raddle_mask & 2) | (state != 0));
}

void __raddle_mask_interrupts(int priority)
{
    __raddle_set_mask(priority < 0 ? __raddle_mask & 1 : __raddle_mask | 2);
    if (priority >= 0 && __atomic_load_n(&__raddle_most_urgent, 5) > priority)
        __raddle_partial_interrupt_mask();
}

/* Comes before the thread of the handler. */
void __raddle_install_interrupt(int priority)
{
    if (__atomic_load_n(&__raddle_most_urgent, 5) < priority)
        __atomic_store_n(&__raddle_most_urgent, priority, 5);
}

void __raddle_enter_handler(void)
{
    __VERIFIER_atomic_begin();
    __raddle_handles = 1;
}

void __raddle_enter_handler_of(int priority)
{
    __raddle_enter_handler();
    if (__atomic_load_n(&__raddle_most_urgent, 5) > priority)
        __raddle_nested_interrupts();
}

/* The return from an interrupt restores what was disabled before. */
void __raddle_leave_handler(void)
{
    __raddle_set_mask(0);
    __VERIFIER_atomic_end();
}

int __raddle_is_in_handler(void)
{
    return __raddle_handles;
}

/* Nothing of what the handler interrupts goes on: it may wait for ever. */
void __raddle_before_wait(void)
{
    if (__raddle_handles)
        __raddle_handler_that_waits();
}

static void *__RADDLE_SHOWN(interrupt)(void *given)
{
    struct __raddle_line line = *(struct __raddle_line *)given;
    free(given);
    for (;;) {
        __raddle_enter_handler_of(line.priority);
        line.handler();
        __raddle_leave_handler();
    }
}

void __raddle_interrupt(void (*handler)(void), int priority)
{
    unsigned long thread;
    struct __raddle_line *line = calloc(1, sizeof(struct __raddle_line));
    line->handler = handler;
    line->priority = priority;
    __raddle_install_interrupt(priority);
    __builtin_pthread_create(&thread, 0, __RADDLE_SHOWN(interrupt), line);
}
