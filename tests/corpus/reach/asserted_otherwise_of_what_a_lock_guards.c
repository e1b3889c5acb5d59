//@ assertions: unsafe  data-race: safe
//@ by: explicit
//@ twin: asserted_of_what_a_lock_guards
// What is asserted reads memory itself, which a lock guards.
#include <pthread.h>

extern void __VERIFIER_assert(int);

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    x = 5;
    __VERIFIER_assert(x != 5);
    x = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

void *cleaner(void *unused) {
    pthread_mutex_lock(&m);
    x = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, cleaner, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
