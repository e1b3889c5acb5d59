/*
 * twostage-3-unsafe of "Reduction for Compositional Verification of Multi-Threaded Programs": writers change two cells in two stages,
 * each under its own lock, and a reader expects both changes once it has seen the first one.
 * Each access is protected, and the two together are not. With -D FIXED one lock protects both stages.
 * raddle check --engine compositional -p assertions -D WRITERS=2 examples/papers/redcomp/two_stage.c
 * VERDICT: UNSAFE (assertions)
 */
#include <assert.h>
#include <pthread.h>

#ifndef WRITERS
#define WRITERS 2
#endif

int first, second;
pthread_mutex_t lock_first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_second = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
pthread_mutex_t lock_both = PTHREAD_MUTEX_INITIALIZER;
#define BEGIN pthread_mutex_lock(&lock_both);
#define END pthread_mutex_unlock(&lock_both);
#else
#define BEGIN
#define END
#endif

void *writer(void *unused)
{
    BEGIN
    pthread_mutex_lock(&lock_first);
    first = 1;
    pthread_mutex_unlock(&lock_first);
    pthread_mutex_lock(&lock_second);
    second = first + 1;
    pthread_mutex_unlock(&lock_second);
    END
    return 0;
}

void *reader(void *unused)
{
    int seen_first, seen_second;
    BEGIN
    pthread_mutex_lock(&lock_first);
    seen_first = first;
    pthread_mutex_unlock(&lock_first);
    if (seen_first != 0) {
        pthread_mutex_lock(&lock_second);
        seen_second = second;
        pthread_mutex_unlock(&lock_second);
        assert(seen_second == seen_first + 1);
    }
    END
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reader, 0);
    pthread_join(thread, 0);
    return 0;
}
