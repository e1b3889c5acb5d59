long __VERIFIER_nondet_seconds(void);
long __VERIFIER_nondet_microseconds(void);
void __VERIFIER_assume(int condition);

/* A time that is never before what an earlier call said. The exchange orders nothing else. */
int __raddle_gettimeofday(long *target, void *zone)
{
    static long long last;
    long seconds = __VERIFIER_nondet_seconds();
    __VERIFIER_assume(seconds >= 0 && seconds <= __RADDLE_LAST_SECOND__);
    target[0] = seconds;
    long microseconds = __VERIFIER_nondet_microseconds();
    __VERIFIER_assume(microseconds >= 0 && microseconds <= 999999);
    target[1] = microseconds;
    long long now = (long long)seconds << 30 | microseconds;
    long long before = __atomic_exchange_n(&last, now, 0);
    __VERIFIER_assume(before <= now);
    return 0;
}
