//@ safe
//@ by: explicit
// The destructor of a value runs when its thread ends. (Points-to does not see it, so `bmc` does not say that pointers differ.)
#include <assert.h>
#include <pthread.h>


pthread_key_t key;
int freed;

void destructor(void *value) {
    freed += *(int *)value;
}

void *user(void *arg) {
    static int one = 1;
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, &one);
    assert(pthread_getspecific(key) == &one);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destructor);
    pthread_create(&t, 0, user, 0);
    pthread_join(t, 0);
    assert(pthread_getspecific(key) == 0);
    assert(freed == 1);
    return 0;
}
