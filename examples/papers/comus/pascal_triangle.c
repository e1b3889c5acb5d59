/*
 * Each thread computes a row of Pascal's triangle, column by column, out of the row above: it goes on as soon as the column that it needs is there.
 * Thread 0 has the last row.
 *
 *   raddle check --engine modular -p assertions -D BUG examples/papers/comus/pascal_triangle.c
 *   VERDICT: UNSAFE (assertions)
 *
 * -D THREADS=N takes N rows (2 to 10), -D BUG a first thread that does not wait. After Pascal-Triangle of Rasin, Grumberg, Shoham: Modular
 * Verification of Concurrent Programs via Sequential Model Checking.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

enum { N = THREADS };
/* Columns 1 and 2 of each row (column 0 is 1), and how many of them are there. */
static int a0, b0, a1, b1, a2, b2, a3, b3, a4, b4, a5, b5, a6, b6, a7, b7, a8, b8, a9, b9;
static int done0, done1, done2, done3, done4, done5, done6, done7, done8, done9;

#ifdef BUG
#define WAITS(number) (number > 0)
#else
#define WAITS(number) 1
#endif

#define ROW(number, last, a, b, done, above_a, above_b, above_done)                                                         \
    static void *row##number(void *unused) {                                                                                \
        while (!last && WAITS(number) && above_done < 1) {                                                                  \
        }                                                                                                                   \
        int left = last ? 0 : above_a;                                                                                      \
        a = 1 + left;                                                                                                       \
        done = 1;                                                                                                           \
        while (!last && WAITS(number) && above_done < 2) {                                                                  \
        }                                                                                                                   \
        int above = last ? 0 : above_b;                                                                                     \
        b = left + above;                                                                                                   \
        done = 2;                                                                                                           \
        if (number == 0)                                                                                                    \
            assert(b == N * (N - 1) / 2);                                                                                   \
        return unused;                                                                                                      \
    }

ROW(0, (N == 1), a0, b0, done0, a1, b1, done1)
ROW(1, (N == 2), a1, b1, done1, a2, b2, done2)
#if THREADS > 2
ROW(2, (N == 3), a2, b2, done2, a3, b3, done3)
#endif
#if THREADS > 3
ROW(3, (N == 4), a3, b3, done3, a4, b4, done4)
#endif
#if THREADS > 4
ROW(4, (N == 5), a4, b4, done4, a5, b5, done5)
#endif
#if THREADS > 5
ROW(5, (N == 6), a5, b5, done5, a6, b6, done6)
#endif
#if THREADS > 6
ROW(6, (N == 7), a6, b6, done6, a7, b7, done7)
#endif
#if THREADS > 7
ROW(7, (N == 8), a7, b7, done7, a8, b8, done8)
#endif
#if THREADS > 8
ROW(8, (N == 9), a8, b8, done8, a9, b9, done9)
#endif
#if THREADS > 9
ROW(9, (N == 10), a9, b9, done9, a9, b9, done9)
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
