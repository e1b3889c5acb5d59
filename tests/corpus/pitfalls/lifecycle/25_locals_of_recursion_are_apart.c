//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 25_locals_of_recursion_shared
// Each call has locals of its own, also by address.
#include <assert.h>
#include <pthread.h>

int sum(int *above, int n) {
    int mine = *above + 1;
    if (n > 0)
        sum(&mine, n - 1);
    return mine;
}

void *worker(void *unused) {
    int zero = 0;
    int r = sum(&zero, 3);
    assert(r == 1);
    return unused;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t1, 0);
    return 0;
}
