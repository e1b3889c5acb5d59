unsigned char __VERIFIER_nondet_signal(void);
_Bool __VERIFIER_nondet_timeout(void);
void __VERIFIER_assume(int condition);

/* A signal of a set that arrives: any one, since processes outside send what they like. SIGKILL and SIGSTOP never do. A wait for
   none has no end. 0 if `may_fail` and a deadline comes first. */
int __raddle_signal_of(const unsigned long *words, int may_fail)
{
    int width = 8 * (int)sizeof(unsigned long);
    unsigned long long set = words[0];
    if (width == 32)
        set |= (unsigned long long)words[1] << 32;
    set &= ~(1ull << 8 | 1ull << 18);
    if (may_fail && (set == 0 || __VERIFIER_nondet_timeout()))
        return 0;
    if (set == 0) {
        long long never[4];
        __builtin_sem_init(never, 0, 0);
        __builtin_sem_wait(never);
    }
    int signal = __VERIFIER_nondet_signal();
    __VERIFIER_assume(signal >= 1 && signal <= 64);
    __VERIFIER_assume((set >> (signal - 1) & 1) != 0);
    return signal;
}
