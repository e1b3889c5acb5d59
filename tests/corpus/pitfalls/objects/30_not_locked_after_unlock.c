//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: 30_locked_again_after_the_wait
// The assertion behind the unlock.
#include <assert.h>
#include <pthread.h>

int a, b, f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    while (!f)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    assert(a == b);
    return unused;
}

void *other(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        a++;
        f = 1;
        pthread_cond_signal(&c);
        b++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, waiter, 0);
    pthread_create(&t2, 0, other, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
