//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 40_global_instead_of_key
// Each thread has its own value of a key.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void *worker(void *p) {
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, p);
    assert(pthread_getspecific(key) == p);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 1, two = 2;
    pthread_key_create(&key, 0);
    pthread_create(&t1, 0, worker, &one);
    pthread_create(&t2, 0, worker, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
