/*
 * The lost update, fixed: a turnstile holds a lock while it reads, adds and writes back, so nobody comes between.
 *
 *   raddle check examples/lost_update_fixed.c
 *   VERDICT: SAFE
 *
 * Not that no test failed, but that no interleaving whatever breaks the assertion, races or gets stuck.
 */
#include <assert.h>
#include <pthread.h>

int visitors;
pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

void *turnstile(void *unused) {
    pthread_mutex_lock(&counting);
    visitors++;
    pthread_mutex_unlock(&counting);
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
