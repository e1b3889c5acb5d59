long __VERIFIER_nondet_seconds(void);
long __VERIFIER_nondet_nanoseconds(void);
void __VERIFIER_assume(int condition);

/* A time that is never before what an earlier call said. The exchange orders nothing else. */
int __raddle_timespec_get(long *target, int base)
{
    static long long last;
    long seconds = __VERIFIER_nondet_seconds();
    __VERIFIER_assume(seconds >= 0 && seconds <= __RADDLE_LAST_SECOND__);
    target[0] = seconds;
    long nanoseconds = __VERIFIER_nondet_nanoseconds();
    __VERIFIER_assume(nanoseconds >= 0 && nanoseconds <= 999999999);
    target[1] = nanoseconds;
    long long now = (long long)seconds << 30 | nanoseconds;
    long long before = __atomic_exchange_n(&last, now, 0);
    __VERIFIER_assume(before <= now);
    return base;
}
