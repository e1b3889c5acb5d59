//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 86_alias_sees_what_the_lock_hides
// With the lock they are.
#include <assert.h>
#include <pthread.h>

int g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    g = 1;
    g = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *p) {
    pthread_mutex_lock(&m);
    assert(*(int *)p != 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, &g);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
