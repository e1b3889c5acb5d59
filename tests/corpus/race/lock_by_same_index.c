//@ all: safe
//@ by: explicit
//@ twin: lock_by_index
// i and j choose the same lock.
#include <pthread.h>

int x;
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int i = 0, j = 0;

void *first(void *unused) {
    pthread_mutex_lock(&m[i]);
    x = 1;
    pthread_mutex_unlock(&m[i]);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m[j]);
    x = 2;
    pthread_mutex_unlock(&m[j]);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
