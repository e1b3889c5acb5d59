/*
 * The ticket lock with two equal tickets.
 *
 * Like at the baker's: who wants the lock draws a ticket and waits until its number is called. Fair, small, no system call. The
 * numbers are _Atomic, so there is no data race, and no tool that looks for races has ever complained.
 *
 * But a ticket is drawn by two atomic steps: look at the number, put up the next one. Two threads that look before either puts
 * up the next one have the same ticket, and are called at the same time.
 *
 *   raddle check examples/ticket_lock.c
 *   VERDICT: UNSAFE (assertions, data-race)
 *
 * Look for the two reads of `next` with the same value. The data race that is reported is the one inside the section that the
 * lock should guard.
 */
#include <assert.h>
#include <pthread.h>

struct ticket_lock {
    _Atomic unsigned next;
    _Atomic unsigned called;
};

struct ticket_lock lock;
int balance;

void ticket_lock(struct ticket_lock *l) {
    unsigned mine = l->next;
    l->next = mine + 1;
    while (l->called != mine)
        ;
}

void ticket_unlock(struct ticket_lock *l) {
    l->called++;
}

void *depositor(void *unused) {
    ticket_lock(&lock);
    balance++;
    ticket_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, depositor, 0);
    pthread_create(&b, 0, depositor, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 2);
    return 0;
}
