//@ safe
//@ by: explicit bmc static
//@ twin: register_set_on_two_ways
// What the pointer held before does not matter where it is followed.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int x, y;

void *worker(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t id;
    int *p = &y;
    if (__VERIFIER_nondet_int())
        p = &x;
    pthread_create(&id, 0, worker, 0);
    p = &y;
    *p = 2;
    pthread_join(id, 0);
    return 0;
}
