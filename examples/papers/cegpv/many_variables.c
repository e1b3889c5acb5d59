/*
 * Two threads add to i and to j in turn, and in between work on VARIABLES other variables (20 to 200, by twenties), each of which
 * depends on the next one. They decide whether i or j is looked at, so all of them are in the cone of what is asserted; but neither i
 * nor j can be greater than LIMIT, whatever they are. With -D BUG the greatest sum is forbidden.
 *
 *   raddle check --engine slice -p assertions -D VARIABLES=40 examples/papers/cegpv/many_variables.c
 *   VERDICT: SAFE
 *
 * cargo bench -p raddle-cli --bench slice shows how the time grows with the number of variables.
 */
#include <assert.h>
#include <pthread.h>

#ifndef VARIABLES
#define VARIABLES 20
#endif
#ifdef BUG
#define LIMIT 20
#else
#define LIMIT 21
#endif

/* A group of ten variables, each with its neighbour; the last one's is the first of the next group. */
#define GROUP_(work, g, n)                                                                                                       \
    work(g##0, g##1) work(g##1, g##2) work(g##2, g##3) work(g##3, g##4) work(g##4, g##5)                                         \
    work(g##5, g##6) work(g##6, g##7) work(g##7, g##8) work(g##8, g##9) work(g##9, n##0)
#define GROUP(work, g, n) GROUP_(work, g, n)
#define PAIR(work, g, h, n) GROUP(work, g, h) GROUP(work, h, n)
#define NOTHING(work)

#define BLOCK_1(work) PAIR(work, a, b, NEXT_1)
#if VARIABLES > 20
#define NEXT_1 c
#define BLOCK_2(work) PAIR(work, c, d, NEXT_2)
#else
#define NEXT_1 a
#define BLOCK_2 NOTHING
#endif
#if VARIABLES > 40
#define NEXT_2 e
#define BLOCK_3(work) PAIR(work, e, f, NEXT_3)
#else
#define NEXT_2 a
#define BLOCK_3 NOTHING
#endif
#if VARIABLES > 60
#define NEXT_3 g
#define BLOCK_4(work) PAIR(work, g, h, NEXT_4)
#else
#define NEXT_3 a
#define BLOCK_4 NOTHING
#endif
#if VARIABLES > 80
#define NEXT_4 k
#define BLOCK_5(work) PAIR(work, k, l, NEXT_5)
#else
#define NEXT_4 a
#define BLOCK_5 NOTHING
#endif
#if VARIABLES > 100
#define NEXT_5 m
#define BLOCK_6(work) PAIR(work, m, n, NEXT_6)
#else
#define NEXT_5 a
#define BLOCK_6 NOTHING
#endif
#if VARIABLES > 120
#define NEXT_6 o
#define BLOCK_7(work) PAIR(work, o, p, NEXT_7)
#else
#define NEXT_6 a
#define BLOCK_7 NOTHING
#endif
#if VARIABLES > 140
#define NEXT_7 q
#define BLOCK_8(work) PAIR(work, q, r, NEXT_8)
#else
#define NEXT_7 a
#define BLOCK_8 NOTHING
#endif
#if VARIABLES > 160
#define NEXT_8 s
#define BLOCK_9(work) PAIR(work, s, t, NEXT_9)
#else
#define NEXT_8 a
#define BLOCK_9 NOTHING
#endif
#if VARIABLES > 180
#define NEXT_9 u
#define BLOCK_10(work) PAIR(work, u, v, a)
#else
#define NEXT_9 a
#define BLOCK_10 NOTHING
#endif

#define FIRST_HALF(work) BLOCK_1(work) BLOCK_2(work) BLOCK_3(work) BLOCK_4(work) BLOCK_5(work)
#define SECOND_HALF(work) BLOCK_6(work) BLOCK_7(work) BLOCK_8(work) BLOCK_9(work) BLOCK_10(work)

#define DECLARE(variable, next) int variable;
FIRST_HALF(DECLARE)
SECOND_HALF(DECLARE)
int i = 1, j = 1;

#define UP(variable, next) variable = next + 1;
#define DOWN(variable, next) variable = next - 1;

void *first(void *unused) {
    i += j;
    FIRST_HALF(UP)
    i += j;
    SECOND_HALF(UP)
    i += j;
    return unused;
}

void *second(void *unused) {
    j += i;
    FIRST_HALF(DOWN)
    j += i;
    SECOND_HALF(DOWN)
    j += i;
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    int seen = a0 < b0 ? i : j;
    assert(seen <= LIMIT);
    return 0;
}
