/*
 * The seqlock whose reader looks at half a clock.
 *
 * A clock is written by one thread and read by many, who must not hold the writer up. The writer counts a sequence number
 * up before and after it writes; a reader reads the number, the clock, and the number again, and starts over if the number
 * has changed. If it has not, the engineer thought, nobody has written in between.
 *
 * Nobody has begun to. But a writer that had begun before may still be at it: the number is odd then, and stays the same as
 * long as the writer takes. The reader sees the new hour with the old minute, and believes it.
 *
 *   raddle check examples/seqlock.c
 *   VERDICT: UNSAFE (assertions)
 *
 * Look for the two reads of `sequence` with the value 1. There is no data race: hour, minute and number are _Atomic.
 */
#include <assert.h>
#include <pthread.h>

_Atomic unsigned sequence;
_Atomic int hour, minute = 59;

void set_clock(int h, int m) {
    sequence++;
    hour = h;
    minute = m;
    sequence++;
}

int minutes_since_midnight(void) {
    unsigned before;
    int h, m;
    do {
        before = sequence;
        h = hour;
        m = minute;
    } while (sequence != before);
    return 60 * h + m;
}

void *ticker(void *unused) {
    set_clock(1, 0);
    return unused;
}

void *reader(void *unused) {
    int now = minutes_since_midnight();
    assert(now == 59 || now == 60);
    return unused;
}

int main(void) {
    pthread_t t, r;
    pthread_create(&t, 0, ticker, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(t, 0);
    pthread_join(r, 0);
    return 0;
}
