//@ data-race: unsafe  memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 11_loop_bound_is_copied
// The bound grows while the loop runs beyond the array.
#include <pthread.h>

int a[2];
int n = 2;

void *first(void *unused) {
    for (int i = 0; i < n; i++)
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
