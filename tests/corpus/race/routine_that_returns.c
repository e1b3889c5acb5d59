//@ safe
//@ by: explicit bmc
//@ twin: routine_that_ends_its_thread
// The routine returns, and runs once.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int x;
pthread_once_t control = PTHREAD_ONCE_INIT;

void leave(void) {
    pthread_exit(0);
}

void routine(void) {
    x = x + 1;
}

void *worker(void *unused) {
    if (__VERIFIER_nondet_int())
        leave();
    pthread_once(&control, routine);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
