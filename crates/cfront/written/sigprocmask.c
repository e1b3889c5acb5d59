int *__errno_location(void);
int __raddle_change_signal_mask(const sigset_t *set, sigset_t *before);

int sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
    if (set && (how < 0 || how > 2)) {
        *__errno_location() = 22;
        return -1;
    }
    return __raddle_change_signal_mask(set, before);
}
