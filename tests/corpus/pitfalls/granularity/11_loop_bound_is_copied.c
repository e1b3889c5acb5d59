//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 11_loop_bound_is_read_each_time
// The bound is read once and checked.
#include <pthread.h>

int a[2];
int n = 2;

void *first(void *unused) {
    int copy = n;
    for (int i = 0; i < copy && i < 2; i++)
        a[i] = 1;
    return unused;
}

void *second(void *unused) {
    n = 3;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
