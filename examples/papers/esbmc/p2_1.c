/*
 * P2-1 of Popeea, Rybalchenko, Wilhelm: Reduction for Compositional Verification of Multi-Threaded Programs: P1-1 with one more access to
 * y, without the lock. So y is no longer accessed by both-movers, and there are more blocks; x is what it was.
 *
 *   raddle check --engine lazy -p assertions examples/papers/esbmc/p2_1.c
 *   VERDICT: SAFE
 */
#define RACY
#include "p1_1.c"
