/*
 * Thread i sums up row i of a matrix from its last column to the first, and adds what thread i+1 has found out about the rows below: as soon as
 * that one is done with a column, not when it is done with all.
 *
 *   raddle check --engine modular -p assertions examples/papers/comus/sum_matrix.c
 *   VERDICT: SAFE
 *
 * -D THREADS=N takes N rows (2 to 10), -D BUG a first thread that does not wait for its neighbour. After Sum-Matrix of Rasin, Grumberg, Shoham: Modular
 * Verification of Concurrent Programs via Sequential Model Checking.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

enum { N = THREADS };
/* Sums of all elements to the right and below, for both columns, and how many columns of a row are done. */
static int s0_0, s0_1, s1_0, s1_1, s2_0, s2_1, s3_0, s3_1, s4_0, s4_1, s5_0, s5_1, s6_0, s6_1, s7_0, s7_1, s8_0, s8_1, s9_0, s9_1;
static int done0, done1, done2, done3, done4, done5, done6, done7, done8, done9;

static int element(void) {
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value >= 1 && value <= 1000);
    return value;
}

#ifdef BUG
#define WAITS(number) (number > 0)
#else
#define WAITS(number) 1
#endif

#define ROW(number, last, sum1, sum0, done, below1, below0, below_done)                                                     \
    static void *row##number(void *unused) {                                                                                \
        int sum = element();                                                                                                \
        while (!last && WAITS(number) && below_done < 1) {                                                                  \
        }                                                                                                                   \
        int below = last ? 0 : below1;                                                                                      \
        sum1 = sum + below;                                                                                                 \
        done = 1;                                                                                                           \
        sum += element();                                                                                                   \
        while (!last && WAITS(number) && below_done < 2) {                                                                  \
        }                                                                                                                   \
        below = last ? 0 : below0;                                                                                          \
        if (number == 0)                                                                                                    \
            assert(last || below >= 2 * (N - 1));                                                                           \
        sum0 = sum + below;                                                                                                 \
        done = 2;                                                                                                           \
        return unused;                                                                                                      \
    }

ROW(0, (N == 1), s0_1, s0_0, done0, s1_1, s1_0, done1)
ROW(1, (N == 2), s1_1, s1_0, done1, s2_1, s2_0, done2)
#if THREADS > 2
ROW(2, (N == 3), s2_1, s2_0, done2, s3_1, s3_0, done3)
#endif
#if THREADS > 3
ROW(3, (N == 4), s3_1, s3_0, done3, s4_1, s4_0, done4)
#endif
#if THREADS > 4
ROW(4, (N == 5), s4_1, s4_0, done4, s5_1, s5_0, done5)
#endif
#if THREADS > 5
ROW(5, (N == 6), s5_1, s5_0, done5, s6_1, s6_0, done6)
#endif
#if THREADS > 6
ROW(6, (N == 7), s6_1, s6_0, done6, s7_1, s7_0, done7)
#endif
#if THREADS > 7
ROW(7, (N == 8), s7_1, s7_0, done7, s8_1, s8_0, done8)
#endif
#if THREADS > 8
ROW(8, (N == 9), s8_1, s8_0, done8, s9_1, s9_0, done9)
#endif
#if THREADS > 9
ROW(9, 1, s9_1, s9_0, done9, s9_1, s9_0, done9)
#endif

#define CREATE(number)                                                                                                      \
    pthread_t t##number;                                                                                                    \
    pthread_create(&t##number, 0, row##number, 0);

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
