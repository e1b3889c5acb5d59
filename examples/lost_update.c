/*
 * The lost update.
 *
 * Two turnstiles count the visitors of a museum. Each of them adds one to the same counter; but `visitors++` is three
 * things: read the counter, add one, write it back. If both turnstiles read before either writes, one visitor is never
 * counted. On a quiet day the program is right; one day it is not.
 *
 *   raddle check examples/lost_update.c
 *   VERDICT: UNSAFE (assertions, data-race)
 * Look for the two reads of 0 in the trace. lost_update_fixed.c is the same program with a lock.
 */
#include <assert.h>
#include <pthread.h>

int visitors;

void *turnstile(void *unused) {
    visitors++;
    return unused;
}

int main(void) {
    pthread_t north, south;
    pthread_create(&north, 0, turnstile, 0);
    pthread_create(&south, 0, turnstile, 0);
    pthread_join(north, 0);
    pthread_join(south, 0);
    assert(visitors == 2);
    return 0;
}
