//@ unsafe
//@ by: explicit
//@ twin: joined_by_count
// The count is set back to zero before the threads are joined.
#include <pthread.h>
#include <stdlib.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t *ids = malloc(3 * sizeof *ids);
    if (!ids)
        return 0;
    int n = 0;
    for (int i = 1; i < 3; i++) {
        if (pthread_create(&ids[n], 0, worker, 0) != 0)
            break;
        n++;
    }
    n = 0;
    for (int j = 0; j < n; j++)
        pthread_join(ids[j], 0);
    return x;
}
