/*
 * The running example (Fig. 1) of Rasin, Grumberg, Shoham: Modular Verification of Concurrent Programs via Sequential Model Checking.
 * Peterson's algorithm: each thread claims the critical section, and lets the other one go first. That t0 is alone is shown of t0 as a sequential
 * program, which knows of t1 that whoever is in the critical section has claimed it, and has been let in.
 * With -D BUG t1 does not let t0 go first.
 *
 *   raddle check --engine modular -p assertions -D BUG examples/papers/comus/peterson.c
 *   VERDICT: UNSAFE (assertions)
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool claim0, claim1;
static bool cs0, cs1;
static int turn;

static void *t0(void *unused) {
    while (true) {
        claim0 = true;
        turn = 1;
        while (claim1 && turn != 0) {
        }
        cs0 = true;
        assert(!cs1);
        cs0 = false;
        claim0 = false;
    }
    return unused;
}

static void *t1(void *unused) {
    while (true) {
        claim1 = true;
#ifndef BUG
        turn = 0;
#endif
        while (claim0 && turn != 1) {
        }
        cs1 = true;
        cs1 = false;
        claim1 = false;
    }
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, t0, 0);
    pthread_create(&second, 0, t1, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
