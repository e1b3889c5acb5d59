/*
 * The threads stand in a chain: each adds, twice, what its successor has to what it has itself. What can the first one have at most?
 *
 *   raddle check --engine modular -p assertions examples/papers/comus/fib_bench.c
 *   VERDICT: SAFE
 *
 * -D THREADS=N takes N threads (2 to 10), -D BUG a bound that is reached, -D RING=BOUND a ring with this bound: the last thread adds what the first one
 * has, so that what a thread has depends on all of them. After Fig. 6 of Rasin, Grumberg, Shoham: Modular Verification of Concurrent Programs via
 * Sequential Model Checking.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

enum { N = THREADS };
static int v0 = 1, v1 = 1, v2 = 1, v3 = 1, v4 = 1, v5 = 1, v6 = 1, v7 = 1, v8 = 1, v9 = 1;

#ifdef RING
#define LAST v0
#define MOST RING
#else
#define LAST 1
#define MOST ((2 << N) - 1)
#endif

#ifdef BUG
#define HOLDS(value) ((value) < MOST)
#else
#define HOLDS(value) ((value) <= MOST)
#endif

#define ADDS(number, own, next)                                                                                             \
    static void *t##number(void *unused) {                                                                                  \
        for (int round = 0; round < 2; round++)                                                                             \
            own += next;                                                                                                    \
        if (number == 0)                                                                                                    \
            assert(HOLDS(own));                                                                                             \
        return unused;                                                                                                      \
    }
#define CREATE(number)                                                                                                      \
    pthread_t id##number;                                                                                                   \
    pthread_create(&id##number, 0, t##number, 0);

ADDS(0, v0, v1)
#if THREADS == 2
ADDS(1, v1, LAST)
#else
ADDS(1, v1, v2)
#endif
#if THREADS == 3
ADDS(2, v2, LAST)
#elif THREADS > 3
ADDS(2, v2, v3)
#endif
#if THREADS == 4
ADDS(3, v3, LAST)
#elif THREADS > 4
ADDS(3, v3, v4)
#endif
#if THREADS == 5
ADDS(4, v4, LAST)
#elif THREADS > 5
ADDS(4, v4, v5)
#endif
#if THREADS == 6
ADDS(5, v5, LAST)
#elif THREADS > 6
ADDS(5, v5, v6)
#endif
#if THREADS == 7
ADDS(6, v6, LAST)
#elif THREADS > 7
ADDS(6, v6, v7)
#endif
#if THREADS == 8
ADDS(7, v7, LAST)
#elif THREADS > 8
ADDS(7, v7, v8)
#endif
#if THREADS == 9
ADDS(8, v8, LAST)
#elif THREADS > 9
ADDS(8, v8, v9)
#endif
#if THREADS == 10
ADDS(9, v9, LAST)
#endif

int main(void) {
    CREATE(0)
    CREATE(1)
#if THREADS > 2
    CREATE(2)
#endif
#if THREADS > 3
    CREATE(3)
#endif
#if THREADS > 4
    CREATE(4)
#endif
#if THREADS > 5
    CREATE(5)
#endif
#if THREADS > 6
    CREATE(6)
#endif
#if THREADS > 7
    CREATE(7)
#endif
#if THREADS > 8
    CREATE(8)
#endif
#if THREADS > 9
    CREATE(9)
#endif
    pthread_exit(0);
}
