//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 40_no_destructor_without_a_value
// When a thread ends, the destructor of a key with a value runs, and the join waits for it.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed;

void destroy(void *value) {
    destroyed += *(int *)value;
}

void *worker(void *p) {
    pthread_setspecific(key, p);
    return 0;
}

int main(void) {
    pthread_t t1;
    int one = 1;
    pthread_key_create(&key, destroy);
    pthread_create(&t1, 0, worker, &one);
    pthread_join(t1, 0);
    assert(destroyed == 1);
    return 0;
}
