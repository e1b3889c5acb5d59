/*
 * Peterson's algorithm, a line too low.
 *
 * Mutual exclusion of two threads without any special instruction: say that you want to enter, then be polite and give the
 * other one precedence, then wait until it does not want to or is polite itself. In which order the first two lines stand
 * cannot matter, the engineer thought: nothing happens between them.
 *
 * Something does. The first thread is polite and is stopped; the second is polite after it, says that it wants to enter,
 * finds that the first does not want to, and enters. The first goes on, says that it wants to, and finds that the second was
 * polite last: it enters, too.
 *
 *   raddle check examples/peterson.c
 *   VERDICT: UNSAFE (assertions, data-race)
 *
 * Look for the two writes of `polite` before either write of `wants`.
 */
#include <assert.h>
#include <pthread.h>

_Atomic int wants[2];
_Atomic int polite;
int inside;

void enter(int me) {
    polite = me;
    wants[me] = 1;
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
