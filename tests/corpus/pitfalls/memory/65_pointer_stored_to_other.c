//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 65_pointer_stored_before_join
// To another object.
#include <assert.h>
#include <pthread.h>

int g, other = 1;
int *v;

void *worker(void *unused) {
    v = &other;
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    *v = 1;
    assert(*v == 1 && g == 1);
    return 0;
}
