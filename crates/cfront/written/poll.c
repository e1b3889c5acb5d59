unsigned char __VERIFIER_nondet_poll(void);
void __VERIFIER_assume(int condition);
int __raddle_result_of_poll(void);

/* Any of the requested events, and of POLLERR, POLLHUP and POLLNVAL, which `poll` reports without a request. */
int poll(struct pollfd *files, unsigned long count, int timeout)
{
    int ready = 0;
    __builtin_pthread_testcancel();
    if (__raddle_result_of_poll() < 0)
        return -1;
    for (unsigned long at = 0; at < count; at++) {
        int events = files[at].events, found = 0;
        if (files[at].fd >= 0) {
            found = __VERIFIER_nondet_poll() & (events | 0x38);
            if (events & ~0xff)
                found |= __VERIFIER_nondet_poll() << 8 & events;
        }
        files[at].revents = (short)found;
        /* No process has so many files. */
        __VERIFIER_assume(ready < 0x7fffffff);
        ready += found != 0;
    }
    /* Without a limit of time it waits for an event. */
    __VERIFIER_assume(ready > 0 || timeout >= 0);
    return ready;
}
