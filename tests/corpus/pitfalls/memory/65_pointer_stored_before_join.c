//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 65_pointer_stored_to_other
// A thread stores a pointer; main uses it after the join.
#include <assert.h>
#include <pthread.h>

int g, other = 1;
int *v;

void *worker(void *unused) {
    v = &g;
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
