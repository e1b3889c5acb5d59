//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 40_destructor_of_two_threads_races
// With a lock they do not.
#include <pthread.h>

pthread_key_t key;
int destroyed;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void destroy(void *value) {
    pthread_mutex_lock(&m);
    destroyed = 1;
    pthread_mutex_unlock(&m);
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
