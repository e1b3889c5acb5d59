//@ unsafe
//@ by: explicit bmc
//@ twin: register_set_again
// The pointer holds one of two addresses where it is followed.
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
    *p = 2;
    pthread_join(id, 0);
    return 0;
}
