/*
 * The seqlock, fixed: a reader starts over if the number was odd, too. Even and unchanged means that nobody was writing.
 *
 *   raddle check examples/seqlock_fixed.c
 *   VERDICT: SAFE
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
    } while (before % 2 == 1 || sequence != before);
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
