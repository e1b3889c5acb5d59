int gettid(void);
/* No model and no body: all other calls. */
void __raddle_number_of_syscall_without_model(void);

/* The numbers of x86-64 and of i386. */
long syscall(long number, ...)
{
    _Bool is_wide = sizeof(long) == 8;
    if (number == (is_wide ? 186 : 224)) /* SYS_gettid */
        return gettid();
    if (number != (is_wide ? 24 : 158)) /* SYS_sched_yield */
        __raddle_number_of_syscall_without_model();
    return 0;
}
