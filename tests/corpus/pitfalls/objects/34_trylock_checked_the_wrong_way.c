//@ deadlock: unsafe  data-race: unsafe  locks: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 34_trylock_checked
// 0 is success.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    if (pthread_mutex_trylock(&m) != 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 1 || x == 2);
    return 0;
}
