/*
 * Dekker's algorithm, looked at once.
 *
 * The oldest algorithm for mutual exclusion of two threads: raise your flag; while the other's flag is up, lower yours and
 * wait for your turn if it is not your turn. An engineer rewrote the outer `while` as an `if`: whoever has the turn has
 * precedence anyway.
 *
 * Precedence, but not an empty room. The second thread finds no flag, and enters. The first raises its flag, sees the
 * other's, has the turn, so there is nothing to wait for; it should have waited for the other's flag to go down.
 *
 *   raddle check examples/dekker.c
 *   VERDICT: UNSAFE (assertions, data-race)
 *
 * Look for the read of the other's flag as 1 after which the thread enters all the same.
 */
#include <assert.h>
#include <pthread.h>

_Atomic int flag[2];
_Atomic int turn;
int inside;

void enter(int me) {
    flag[me] = 1;
    if (flag[1 - me]) {
        if (turn != me) {
            flag[me] = 0;
            while (turn != me)
                ;
            flag[me] = 1;
        }
    }
}

void leave(int me) {
    turn = 1 - me;
    flag[me] = 0;
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
