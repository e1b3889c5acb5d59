//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 47_independent_reads
// Either reader alone may see either order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

void *write_x(void *unused) {
    atomic_store(&x, 1);
    return unused;
}

void *write_y(void *unused) {
    atomic_store(&y, 1);
    return unused;
}

void *read_x_first(void *unused) {
    a = atomic_load(&x);
    b = atomic_load(&y);
    return unused;
}

void *read_y_first(void *unused) {
    c = atomic_load(&y);
    d = atomic_load(&x);
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3, t4;
    pthread_create(&t1, 0, write_x, 0);
    pthread_create(&t2, 0, write_y, 0);
    pthread_create(&t3, 0, read_x_first, 0);
    pthread_create(&t4, 0, read_y_first, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    pthread_join(t4, 0);
    assert(!(a == 1 && b == 0));
    return 0;
}
