long __VERIFIER_nondet_seconds(void);
long __VERIFIER_nondet_nanoseconds(void);
_Bool __VERIFIER_nondet_failure(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* A time that is never before what an earlier call said of the same clock. A clock of the processor time of a thread (3) is one of each
   thread. The exchange orders nothing else: a time is one number, with the nanoseconds in its lower bits. Of clocks with other numbers, which
   belong to processes and threads, the last one is remembered. */
int __raddle_clock_gettime(int clock, long *target)
{
    static long long last[12];
    static long long further;
    static int number;
    static _Thread_local long long own;
    /* Linux has the clocks 0 to 11; any other one need not exist. */
    if ((clock < 0 || clock > 11) && __VERIFIER_nondet_failure()) {
        return -1;
    }
    long seconds = __VERIFIER_nondet_seconds();
    __VERIFIER_assume(seconds >= 0 && seconds <= __RADDLE_LAST_SECOND__);
    target[0] = seconds;
    long nanoseconds = __VERIFIER_nondet_nanoseconds();
    __VERIFIER_assume(nanoseconds >= 0 && nanoseconds <= 999999999);
    target[1] = nanoseconds;
    long long now = (long long)seconds << 30 | nanoseconds;
    long long before;
    if (clock == 3) {
        before = own;
        own = now;
    } else if (clock >= 0 && clock < 12) {
        before = __atomic_exchange_n(&last[clock], now, 0);
    } else {
        __VERIFIER_atomic_begin();
        before = number == clock ? further : now;
        number = clock;
        further = now;
        __VERIFIER_atomic_end();
    }
    __VERIFIER_assume(before <= now);
    return 0;
}
