/*
 * Peterson's algorithm: first say that you want to enter, then be polite.
 *
 *   raddle check examples/peterson_fixed.c
 *   VERDICT: SAFE
 *
 * It needs sequential consistency, which _Atomic gives it. With plain or volatile variables the processor may let the
 * loop read before the writes are seen by the other one; the tool reports these as the data race that they are.
 */
#include <assert.h>
#include <pthread.h>

_Atomic int wants[2];
_Atomic int polite;
int inside;

void enter(int me) {
    wants[me] = 1;
    polite = me;
    while (wants[1 - me] && polite == me)
        ;
}

void leave(int me) {
    wants[me] = 0;
}

void *thread(void *number) {
    int me = *(int *)number;
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    leave(me);
    return 0;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, 0, thread, &zero);
    pthread_create(&b, 0, thread, &one);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
