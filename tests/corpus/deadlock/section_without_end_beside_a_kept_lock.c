//@ deadlock: unsafe  data-race: safe
//@ by: explicit
// One thread ends with the mutex, and the other one waits for it. Then main enters an atomic section in which it goes round for ever.
// `bmc` once said that it stays in front of the section.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *second(void *unused) {
    pthread_mutex_lock(&guard);
    return unused;
}

void *first(void *unused) {
    pthread_t id;
    pthread_create(&id, 0, second, 0);
    pthread_mutex_lock(&guard);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, first, 0);
    __VERIFIER_atomic_begin();
    while (1) {
    }
}
