//@ data-race: safe
//@ by: explicit static
//@ twin: lock_if_the_key_is_set_in_between
// The key gets its last value before it is looked at.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_key_t key;
int shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    int x = 0, y = 0;
    pthread_setspecific(key, &x);
    pthread_setspecific(key, &y);
    if (pthread_getspecific(key) == &y)
        pthread_mutex_lock(&m);
    shared++;
    if (pthread_getspecific(key) == &y)
        pthread_mutex_unlock(&m);
    return x + y ? unused : 0;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, 0);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
