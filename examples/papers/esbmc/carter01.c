/*
 * Two groups share a room: whoever is the first of a group takes the room for it, the last one gives it back. There are never two groups
 * in it.
 *
 *   raddle check --engine lazy -p assertions -p deadlock examples/papers/esbmc/carter01.c
 *   VERDICT: SAFE
 *
 * After `carter01_ok` in Table 3 of Cordeiro, Fischer: Bounded Model Checking of Multi-threaded Software using SMT solvers.
 */
#include <assert.h>
#include <pthread.h>

enum { GROUPS = 2 };
static int members[GROUPS], groups;
static pthread_mutex_t counts[GROUPS], room = PTHREAD_MUTEX_INITIALIZER;

static void *visitor(void *argument) {
    int group = (int)(long)argument;
    pthread_mutex_lock(&counts[group]);
    members[group]++;
    if (members[group] == 1)
        pthread_mutex_lock(&room);
    pthread_mutex_unlock(&counts[group]);

    groups++;
    assert(groups == 1);
    groups--;

    pthread_mutex_lock(&counts[group]);
    members[group]--;
    if (members[group] == 0)
        pthread_mutex_unlock(&room);
    pthread_mutex_unlock(&counts[group]);
    return 0;
}

int main(void) {
    pthread_t threads[GROUPS];
    for (long number = 0; number < GROUPS; number++)
        pthread_create(&threads[number], 0, visitor, (void *)number);
    for (int number = 0; number < GROUPS; number++)
        pthread_join(threads[number], 0);
    return 0;
}
