//@ deadlock: safe  data-race: safe
//@ by: explicit
//@ twin: section_without_end_beside_a_kept_lock
// Both threads release the mutex. Where main enters its section while one holds it, that thread is shut out: it does not wait, and the
// other one waits for a thread that could release the mutex.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *second(void *unused) {
    pthread_mutex_lock(&guard);
    pthread_mutex_unlock(&guard);
    return unused;
}

void *first(void *unused) {
    pthread_t id;
    pthread_create(&id, 0, second, 0);
    pthread_mutex_lock(&guard);
    pthread_mutex_unlock(&guard);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, first, 0);
    __VERIFIER_atomic_begin();
    while (1) {
    }
}
