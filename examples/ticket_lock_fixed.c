/*
 * The ticket lock, fixed: `next++` on an _Atomic object is one step that looks and puts up the next number. No two tickets
 * are equal.
 *
 *   raddle check examples/ticket_lock_fixed.c
 *   VERDICT: SAFE
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
    unsigned mine = l->next++;
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
