void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned char __VERIFIER_nondet_signal(void);
_Bool __VERIFIER_nondet_timeout(void);
int __raddle_signal_comes_from_outside(void);
void __raddle_signals_in_more_than_15_threads(void);

/* What each thread blocks as far as it says so itself, by its number: 1 is the initial thread. Other threads inherit what they block: some
   of them may not block the first signals, and some may block the second ones. Relaxed operations order nothing else. */
static unsigned long long __raddle_blocks[16];
static unsigned long long __raddle_open;
static unsigned long long __raddle_closed;
static _Thread_local unsigned long long __raddle_touched;

static unsigned long __raddle_slot(unsigned long thread)
{
    if (thread > 15)
        __raddle_signals_in_more_than_15_threads();
    return thread & 15;
}

/* The initial thread is about to create a thread, which blocks what it blocks. */
void __raddle_pass_mask(void)
{
    if (__RADDLE_SELF__ == 1) {
        unsigned long long mask = __atomic_load_n(&__raddle_blocks[1], 0);
        __atomic_fetch_or(&__raddle_open, ~mask, 0);
        __atomic_fetch_or(&__raddle_closed, mask, 0);
    }
}

/* Whether a thread blocks a signal: 0 or 1, or 2 if that is not known. The thread 0 stands for all. */
static int __raddle_blocks_signal(unsigned long thread, unsigned long long bit)
{
    _Bool initial = (__atomic_load_n(&__raddle_blocks[1], 0) & bit) != 0;
    if (thread == 1 || !initial && thread == 0)
        return initial;
    if ((__atomic_load_n(&__raddle_open, 0) & bit) == 0)
        return 1;
    if (thread == 0)
        return 2;
    if ((__atomic_load_n(&__raddle_blocks[__raddle_slot(thread)], 0) & bit) != 0)
        return 1;
    return (__atomic_load_n(&__raddle_closed, 0) & bit) == 0 ? 0 : 2;
}

/* Keeps a signal that is blocked where it is sent to: a thread, the process if it is 0, this thread if it is -1. Returns whether it was
   blocked. The exchange orders what the sender did before what the receiver does. */
int __raddle_hold_signal(int signal, unsigned long thread)
{
    if (signal < 1 || signal == 9 || signal == 19)
        return 0;
    if (thread == -1ul)
        thread = __RADDLE_SELF__;
    int is_blocked = __raddle_blocks_signal(thread, 1ull << (signal - 1));
    if (is_blocked == 2)
        is_blocked = __raddle_signal_may_be_held();
    if (is_blocked)
        __raddle_put_signal(signal, __raddle_slot(thread));
    return is_blocked;
}

static unsigned long long __raddle_signals_of(const unsigned long *words)
{
    unsigned long long set = words[0];
    if (sizeof(unsigned long) == 4)
        set |= (unsigned long long)words[1] << 32;
    return set & ~(1ull << 8 | 1ull << 18);
}

/* A signal of a set that waits, or comes now. One that the program sends may also come from outside, but the system determines whether it
   does. 0 if a deadline comes first. */
int __raddle_signal_of(const unsigned long *words, int may_fail)
{
    unsigned long long set = __raddle_signals_of(words);
    unsigned long self = __raddle_slot(__RADDLE_SELF__);
    if (may_fail && (set == 0 || __VERIFIER_nondet_timeout())) {
        __VERIFIER_atomic_begin();
        unsigned long long waiting = __raddle_waiting_signals(self);
        __VERIFIER_atomic_end();
        __VERIFIER_assume((waiting & set) == 0);
        return 0;
    }
    if (set == 0) {
        long long never[4];
        __builtin_sem_init(never, 0, 0);
        __builtin_sem_wait(never);
    }
    int signal = __VERIFIER_nondet_signal();
    __VERIFIER_assume(signal >= 1 && signal <= 64);
    __VERIFIER_assume((set >> (signal - 1) & 1) != 0);
    if ((__RADDLE_SENT__ >> (signal - 1) & 1) != 0 && !__raddle_take_pending(signal, self)) {
        int comes = __raddle_signal_comes_from_outside();
        __VERIFIER_assume(comes);
    }
    return signal;
}

/* Changes what this thread blocks, and takes what waited and is blocked no more. */
int __raddle_change_mask(int how, const unsigned long *set, unsigned long *before)
{
    unsigned long number = __RADDLE_SELF__;
    unsigned long self = __raddle_slot(number);
    unsigned long long signals = 0;
    if (set) {
        if (how < 0 || how > 2)
            return 22;
        signals = __raddle_signals_of(set);
    }
    unsigned long long mask = __atomic_load_n(&__raddle_blocks[self], 0);
    if (before) {
        unsigned long long known = mask;
        if (number != 1)
            known |= ~__raddle_touched & ~__atomic_load_n(&__raddle_open, 0);
        known |= __raddle_any_signals(~(__raddle_touched | known));
        before[0] = (unsigned long)known;
        if (sizeof(unsigned long) == 4)
            before[1] = (unsigned long)(known >> 32);
    }
    if (set) {
        unsigned long long opened = how == 0 ? 0 : how == 1 ? signals : ~signals;
        unsigned long long closed = how == 1 ? 0 : signals;
        __raddle_touched |= opened | closed;
        __atomic_store_n(&__raddle_blocks[self], (mask | closed) & ~opened, 0);
        if (number != 1) {
            __atomic_fetch_or(&__raddle_open, opened, 0);
            __atomic_fetch_or(&__raddle_closed, closed, 0);
        }
        __raddle_take_opened(opened, self);
    }
    return 0;
}

int __raddle_pending(unsigned long *set)
{
    unsigned long long waiting = __raddle_waiting_signals(__raddle_slot(__RADDLE_SELF__));
    waiting |= __raddle_any_signals(~waiting);
    set[0] = (unsigned long)waiting;
    if (sizeof(unsigned long) == 4)
        set[1] = (unsigned long)(waiting >> 32);
    return 0;
}
