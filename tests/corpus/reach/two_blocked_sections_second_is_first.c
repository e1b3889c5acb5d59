//@ assertions: unsafe  others: safe
//@ twin: two_blocked_sections_one_is_first
//@ by: explicit
// Both threads are blocked inside their sections when the mutex is released. Either may be the one that takes it.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside_first, inside_second, winner;

void *first(void *unused) {
    __VERIFIER_atomic_begin();
    inside_first = 1;
    pthread_mutex_lock(&m);
    if (winner == 0)
        winner = 1;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return 0;
}

void *second(void *unused) {
    __VERIFIER_atomic_begin();
    inside_second = 1;
    pthread_mutex_lock(&m);
    if (winner == 0)
        winner = 2;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_mutex_lock(&m);
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(inside_first && inside_second);
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&m);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(winner != 2);
    return 0;
}
