int __raddle_change_signal_mask(const sigset_t *set, sigset_t *before);

/* What a signal set blocks is not followed (see `check/pending_signal` for programs in which it is). Without a set the first argument does
   not matter. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    if (set && (how < 0 || how > 2))
        return 22;
    return __raddle_change_signal_mask(set, before);
}
