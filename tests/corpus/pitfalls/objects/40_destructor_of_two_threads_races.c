//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 40_destructor_of_two_threads_locked
// Destructors run in their threads: two of them race like any code.
#include <pthread.h>

pthread_key_t key;
int destroyed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void destroy(void *value) {
    destroyed = 1;
}

void *worker(void *p) {
    pthread_setspecific(key, p);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 1;
    pthread_key_create(&key, destroy);
    pthread_create(&t1, 0, worker, &one);
    pthread_create(&t2, 0, worker, &one);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
