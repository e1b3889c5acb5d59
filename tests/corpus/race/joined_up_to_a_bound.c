//@ safe
//@ by: explicit static
//@ twin: joined_up_to_another_bound
// Both loops count up to the same variable.
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
    for (int j = 0; j < n; j++)
        pthread_join(ids[j], 0);
    return x;
}
