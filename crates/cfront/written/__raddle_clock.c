long __VERIFIER_nondet_clock(void);
void __VERIFIER_assume(int condition);

/* Processor time that is never less than what an earlier call said. The exchange orders nothing else. */
long __raddle_clock(void)
{
    static long last;
    long now = __VERIFIER_nondet_clock();
    __VERIFIER_assume(now >= 0 && now <= __RADDLE_LAST_CLOCK__);
    long before = __atomic_exchange_n(&last, now, 0);
    __VERIFIER_assume(before <= now);
    return now;
}
