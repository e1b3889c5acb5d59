int *__errno_location(void);
int __raddle_signal_of(const unsigned long *words, int may_fail);

int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *timeout)
{
    __builtin_pthread_testcancel();
    int signal = __raddle_signal_of((const unsigned long *)set, timeout != 0);
    if (timeout) {
        long seconds = timeout->tv_sec, nanoseconds = timeout->tv_nsec;
        if (signal == 0) {
            *__errno_location() = nanoseconds < 0 || nanoseconds > 999999999 ? 22 : 11;
            return -1;
        }
    }
    if (information) {
        siginfo_t any;
        *information = any;
        information->si_signo = signal;
    }
    return signal;
}
