//@ safe
//@ by: explicit static
//@ twin: creator_lets_the_lock_go
// The thread that does not lock runs only while the thread that created it has the lock.
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t a, b;

void *locks(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

void *trusts(void *unused) {
    x = 2;
    return unused;
}

int main(void) {
    pthread_create(&a, 0, locks, 0);
    pthread_mutex_lock(&m);
    pthread_create(&b, 0, trusts, 0);
    pthread_join(b, 0);
    pthread_mutex_unlock(&m);
    return 0;
}
