//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: section_that_lets_another_go_on
// A section lets a thread go on that waits inside of another one. It looks at the value behind its end. The thread that waits has the
// lower number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int is_held, is_there, value;

void *waits(void *argument) {
    __VERIFIER_assume(is_held);
    __VERIFIER_atomic_begin();
    is_there = 1;
    pthread_mutex_lock(&mutex);
    value = 1;
    pthread_mutex_unlock(&mutex);
    __VERIFIER_atomic_end();
    return argument;
}

void *releases(void *argument) {
    pthread_mutex_lock(&mutex);
    is_held = 1;
    __VERIFIER_assume(is_there);
    __VERIFIER_atomic_begin();
    pthread_mutex_unlock(&mutex);
    __VERIFIER_atomic_end();
    int seen = value;
    assert(seen == 0);
    return argument;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, waits, 0);
    pthread_create(&other, 0, releases, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
