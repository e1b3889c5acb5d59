//@ all: safe
//@ by: modular
//@ twin: asks_twice
// Nobody writes in between.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *first(void *unused) {
    pthread_mutex_lock(&m);
    if (x == 0)
        assert(x == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
void *second(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
