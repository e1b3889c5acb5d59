//@ unsafe
//@ by: explicit
//@ twin: joined_up_to_a_bound
// The bound is less when the second loop begins.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    pthread_t ids[2];
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, worker, 0);
    if (n > 1)
        n = 1;
    for (int j = 0; j < n; j++)
        pthread_join(ids[j], 0);
    return x;
}
