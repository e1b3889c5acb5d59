//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t s;
int x;
void *f(void *p) {
    sem_wait(&s);
    x++;
    sem_post(&s);
    return 0;
}

void *g(void *p) {
    if (sem_trywait(&s) == 0) {
        x++;
        sem_post(&s);
    } else assert(errno == EAGAIN);
    struct timespec t = { 0, 0 };
    if (!sem_timedwait(&s, &t)) sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 1);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    int v;
    sem_getvalue(&s, &v);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
