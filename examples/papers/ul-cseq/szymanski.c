/*
 * Szymanski's algorithm for two threads, for ever: whoever comes into the waiting room before the door closes goes on together.
 *
 *   raddle check --engine sequential -p assertions examples/papers/ul-cseq/szymanski.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>
int flag0, flag1, inside;
void *first(void *argument) {
    while (1) {
        flag0 = 1;
        while (flag1 >= 3) ;
        flag0 = 3;
        if (flag1 == 1) {
            flag0 = 2;
            while (flag1 != 4) ;
        }
        flag0 = 4;
        inside++;
        assert(inside == 1);
        inside--;
        while (2 <= flag1 && flag1 <= 3) ;
        flag0 = 0;
    }
}
void *second(void *argument) {
    while (1) {
        flag1 = 1;
        while (flag0 >= 3) ;
        flag1 = 3;
        if (flag0 == 1) {
            flag1 = 2;
            while (flag0 != 4) ;
        }
        flag1 = 4;
        while (flag0 >= 2) ;
        inside++;
        assert(inside == 1);
        inside--;
        flag1 = 0;
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
