//@ unsafe
//@ property: assertions
//@ by: explicit bmc
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
void clean(void *p) {
    x++;
}

sem_t s;
void *f(void *p) {
    pthread_cleanup_push(clean, 0);
    sem_wait(&s);
    pthread_cleanup_pop(1);
    return 0;
}

void *g(void *p) {
    int o;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &o);
    pthread_testcancel();
    pthread_setcancelstate(o, 0);
    pthread_setcanceltype(0, &o);
    pthread_testcancel();
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_cancel(a);
    pthread_cancel(b);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
