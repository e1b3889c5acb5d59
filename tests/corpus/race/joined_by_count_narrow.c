//@ unsafe
//@ by: explicit
//@ twin: joined_by_count_by_index
// The count comes round before all threads are counted.
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
    struct { unsigned count : 1; } bits = { 0 };
    for (int i = 0; i < 3; i++) {
        pthread_create(&ids[i], 0, worker, 0);
        bits.count++;
    }
    for (int j = 0; j < bits.count; j++)
        pthread_join(ids[j], 0);
    return x;
}
