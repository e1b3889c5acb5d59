/*
 * Lamport's bakery for two threads, for ever, with tickets below 2^31. Without the doors (-D UNSAFE) a thread may look before the
 * other one has written down the number that it chose.
 *
 *   raddle check --engine sequential -p assertions examples/papers/ul-cseq/bakery.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>

#ifdef UNSAFE
#define DOOR(choosing, open)
#else
#define DOOR(choosing, open) choosing = open
#endif

void __VERIFIER_assume(int condition);

int choosing0, choosing1, number0, number1, inside;

void *first(void *unused) {
    while (1) {
        DOOR(choosing0, 1);
        int seen = number1;
        __VERIFIER_assume(seen < 2147483647);
        number0 = seen + 1;
        DOOR(choosing0, 0);
        while (choosing1) ;
        while (1) {
            int other = number1;
            if (other == 0) break;
            int mine = number0;
            if (mine <= other) break;
        }
        inside++;
        assert(inside == 1);
        inside--;
        number0 = 0;
    }
}

void *second(void *unused) {
    while (1) {
        DOOR(choosing1, 1);
        int seen = number0;
        __VERIFIER_assume(seen < 2147483647);
        number1 = seen + 1;
        DOOR(choosing1, 0);
        while (choosing0) ;
        while (1) {
            int other = number0;
            if (other == 0) break;
            int mine = number1;
            if (mine < other) break;
        }
        inside++;
        assert(inside == 1);
        inside--;
        number1 = 0;
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
