/*
 * Dekker's algorithm for two threads, for ever: no bound on loops or context switches, and a proof.
 *
 *   raddle check --engine sequential -p assertions examples/papers/ul-cseq/dekker.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>
int wants0, wants1, turn, inside;
void *first(void *argument) {
    while (1) {
        wants0 = 1;
        while (wants1) {
            if (turn != 0) {
                wants0 = 0;
                while (turn != 0) ;
                wants0 = 1;
            }
        }
        inside++;
        assert(inside == 1);
        inside--;
        turn = 1;
        wants0 = 0;
    }
}
void *second(void *argument) {
    while (1) {
        wants1 = 1;
        while (wants0) {
            if (turn != 1) {
                wants1 = 0;
                while (turn != 1) ;
                wants1 = 1;
            }
        }
        inside++;
        assert(inside == 1);
        inside--;
        turn = 0;
        wants1 = 0;
    }
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
