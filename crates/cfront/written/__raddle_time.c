long __VERIFIER_nondet_time(void);
void __VERIFIER_assume(int condition);

/* Seconds that are never less than what an earlier call said. The exchange orders nothing else. */
long __raddle_time(long *target)
{
    static long last;
    long now = __VERIFIER_nondet_time();
    __VERIFIER_assume(now >= 0 && now <= __RADDLE_LAST_SECOND__);
    long before = __atomic_exchange_n(&last, now, 0);
    __VERIFIER_assume(before <= now);
    if (target)
        *target = now;
    return now;
}
