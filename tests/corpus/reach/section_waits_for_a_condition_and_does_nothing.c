//@ all: safe
//@ twin: section_waits_for_a_condition_half_done
//@ by: explicit
// A thread waits for a condition at the start of its section, before it has done anything that another thread could see.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
_Atomic int half;
int is_ready;

void *waits(void *unused) {
    pthread_mutex_lock(&m);
    __VERIFIER_atomic_begin();
    while (!is_ready)
        pthread_cond_wait(&c, &m);
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    assert(half == 0);
    pthread_mutex_lock(&m);
    is_ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
