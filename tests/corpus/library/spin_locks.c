//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t l;
int x;
void *f(void *p) {
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return 0;
}

void *g(void *p) {
    if (!pthread_spin_trylock(&l)) {
        x++;
        pthread_spin_unlock(&l);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&l, 0);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(0);
    return 0;
}
