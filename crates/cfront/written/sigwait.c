int __raddle_signal_of(const unsigned long *words, int may_fail);

int sigwait(const sigset_t *set, int *signal)
{
    __builtin_pthread_testcancel();
    *signal = __raddle_signal_of((const unsigned long *)set, 0);
    return 0;
}
