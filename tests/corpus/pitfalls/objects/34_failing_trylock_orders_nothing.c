//@ deadlock: unsafe  data-race: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 34_lock_instead_of_failing_trylock
//@ open: data-race: a failing trylock orders nothing
// That trylock fails shows that the other thread wrote x before, but synchronizes nothing: the accesses race although no
// interleaving has them side by side.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    x = 1;
    pthread_mutex_lock(&m);
    return unused;
}

void *second(void *unused) {
    if (pthread_mutex_trylock(&m) != 0)
        x = 2;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
