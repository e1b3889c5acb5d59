/*
 * Which increasing subsequences does a list have? Thread i has one element, and tells its neighbour two numbers about its own element and all those behind
 * it: the least one that is the last of an increasing subsequence of length 1, and of length 2. It takes each of them from what its own neighbour says, as
 * soon as that is there. The second is never less than the first.
 *
 *   raddle check --engine modular -p assertions examples/papers/comus/longest_increasing_subsequence.c
 *   VERDICT: SAFE
 *
 * -D THREADS=N takes N elements (2 to 10), -D BUG a first thread that does not wait for the second number. After Longest-Increasing-Subsequence of
 * Rasin, Grumberg, Shoham: Modular Verification of Concurrent Programs via Sequential Model Checking.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

/* Greater than all elements: there is no such subsequence. */
enum { N = THREADS, NONE = 1001 };
static int one0, one1, one2, one3, one4, one5, one6, one7, one8, one9;
static int two0, two1, two2, two3, two4, two5, two6, two7, two8, two9;
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

#define ELEMENT(number, last, one, two, done, next_one, next_two, next_done)                                                \
    static void *element##number(void *unused) {                                                                            \
        int own = element();                                                                                                \
        while (!last && next_done < 1) {                                                                                    \
        }                                                                                                                   \
        int shortest = last ? NONE : next_one;                                                                              \
        one = own < shortest ? own : shortest;                                                                              \
        done = 1;                                                                                                           \
        while (!last && WAITS(number) && next_done < 2) {                                                                   \
        }                                                                                                                   \
        int longer = last ? NONE : next_two;                                                                                \
        if (number == 0)                                                                                                    \
            assert(shortest <= longer);                                                                                     \
        two = own > shortest && own < longer ? own : longer;                                                                \
        done = 2;                                                                                                           \
        return unused;                                                                                                      \
    }

ELEMENT(0, (N == 1), one0, two0, done0, one1, two1, done1)
ELEMENT(1, (N == 2), one1, two1, done1, one2, two2, done2)
#if THREADS > 2
ELEMENT(2, (N == 3), one2, two2, done2, one3, two3, done3)
#endif
#if THREADS > 3
ELEMENT(3, (N == 4), one3, two3, done3, one4, two4, done4)
#endif
#if THREADS > 4
ELEMENT(4, (N == 5), one4, two4, done4, one5, two5, done5)
#endif
#if THREADS > 5
ELEMENT(5, (N == 6), one5, two5, done5, one6, two6, done6)
#endif
#if THREADS > 6
ELEMENT(6, (N == 7), one6, two6, done6, one7, two7, done7)
#endif
#if THREADS > 7
ELEMENT(7, (N == 8), one7, two7, done7, one8, two8, done8)
#endif
#if THREADS > 8
ELEMENT(8, (N == 9), one8, two8, done8, one9, two9, done9)
#endif
#if THREADS > 9
ELEMENT(9, (N == 10), one9, two9, done9, one9, two9, done9)
#endif

#define CREATE(number)                                                                                                      \
    pthread_t t##number;                                                                                                    \
    pthread_create(&t##number, 0, element##number, 0);

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
