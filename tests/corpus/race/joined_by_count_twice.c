//@ unsafe
//@ by: explicit
//@ twin: joined_by_count_by_index
// The count goes on from a loop that created nothing in it: ids are elsewhere.
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
    for (int i = 0; i < 3; i++) {
        pthread_create(&ids[i], 0, worker, 0);
        n++;
    }
    for (int j = 1; j < n; j++)
        pthread_join(ids[j], 0);
    return x;
}
