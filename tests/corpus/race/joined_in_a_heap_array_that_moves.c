//@ unsafe
//@ by: explicit
//@ twin: joined_in_a_heap_array
// The pointer moves on between the loops: the first thread is not joined, and the last join reads another id.
#include <pthread.h>
#include <stdlib.h>

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
    pthread_t *ids = malloc(3 * sizeof(pthread_t));
    if (!ids)
        return 0;
    pthread_create(&ids[2], 0, worker, 0);
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, worker, 0);
    ids = ids + 1;
    for (int j = 0; j < n; j++)
        pthread_join(ids[j], 0);
    return x;
}
