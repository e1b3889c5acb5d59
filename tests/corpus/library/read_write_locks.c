//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t l;
int x;
void *f(void *p) {
    pthread_rwlock_rdlock(&l);
    int r = x;
    pthread_rwlock_unlock(&l);
    if (!pthread_rwlock_tryrdlock(&l)) pthread_rwlock_unlock(&l);
    return 0;
}

void *g(void *p) {
    struct timespec s = { 0, 0 };
    pthread_rwlock_wrlock(&l);
    x++;
    pthread_rwlock_unlock(&l);
    if (!pthread_rwlock_trywrlock(&l)) pthread_rwlock_unlock(&l);
    if (!pthread_rwlock_timedwrlock(&l, &s)) pthread_rwlock_unlock(&l);
    if (!pthread_rwlock_timedrdlock(&l, &s)) pthread_rwlock_unlock(&l);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_rwlockattr_t t;
    pthread_rwlockattr_init(&t);
    pthread_rwlock_init(&l, &t);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
