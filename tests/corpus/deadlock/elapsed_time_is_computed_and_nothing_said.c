//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: elapsed_time_is_computed
//@ domain: 0 7
// Numbers are computed from an input with very many values. Nothing depends on them, so no value is looked at. The consumer does not say that
// there is room again.
#include <pthread.h>
#include <stdio.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *put(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&changed, &lock);
        full = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t producer;
    unsigned long start = __VERIFIER_nondet_ulong();
    pthread_create(&producer, 0, put, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (!full)
            pthread_cond_wait(&changed, &lock);
        full = 0;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(producer, 0);
    unsigned long end = __VERIFIER_nondet_ulong();
    printf("%lu\n", (end - start) * 1000 / 7 + end % 10 * start);
    return 0;
}
