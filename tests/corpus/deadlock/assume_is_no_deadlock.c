//@ safe
//@ by: explicit
// A failing assumption ends the execution; nobody waits.
#include <pthread.h>

void __VERIFIER_assume(int);
int x;

void *worker(void *unused) {
    __VERIFIER_assume(x == 7);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
