int __raddle_signal_of(const unsigned long *words, int may_fail);

int sigwaitinfo(const sigset_t *set, siginfo_t *information)
{
    __builtin_pthread_testcancel();
    int signal = __raddle_signal_of((const unsigned long *)set, 0);
    if (information) {
        siginfo_t any;
        *information = any;
        information->si_signo = signal;
    }
    return signal;
}
