//@ data-race: unsafe  memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 65_pointer_stored_before_join
// Used before the join it may still be null.
#include <pthread.h>

int g, other = 1;
int *v;

void *worker(void *unused) {
    v = &g;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    *v = 1;
    pthread_join(t, 0);
    return 0;
}
