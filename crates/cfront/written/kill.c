int *__errno_location(void);
int getpid(void);
_Bool __VERIFIER_nondet_failure(void);
int __raddle_hold_signal(int signal, unsigned long thread);
void __raddle_take_signal(int signal, int target);
void __raddle_kill_of_a_group(void);

int kill(pid_t process, int signal)
{
    if (signal < 0 || signal > 64) {
        *__errno_location() = 22;
        return -1;
    }
    if (process == getpid()) {
        if (!__raddle_hold_signal(signal, 0))
            __raddle_take_signal(signal, 2);
        return 0;
    }
    if (process <= 0)
        __raddle_kill_of_a_group();
    if (__VERIFIER_nondet_failure()) {
        *__errno_location() = __VERIFIER_nondet_failure() ? 3 : 1;
        return -1;
    }
    return 0;
}
