/*
 * Dekker's algorithm: as long as the other's flag is up, nobody enters.
 *
 *   raddle check examples/dekker_fixed.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>

_Atomic int flag[2];
_Atomic int turn;
int inside;

void enter(int me) {
    flag[me] = 1;
    while (flag[1 - me]) {
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
