//@ overflow: unsafe
//@ twin: counted_beside_an_index_that_stays
// The entry behind the table is the count: a thread writes there what the count never is.
#include <limits.h>
#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    int entries[2];
    int count;
} table = { PTHREAD_MUTEX_INITIALIZER, { 0, 0 }, 0 };

static void *worker(void *argument) {
    pthread_mutex_lock(&table.lock);
    for (int i = 0; i < 3; i++)
        table.entries[i] = INT_MAX;
    pthread_mutex_unlock(&table.lock);
    return argument;
}

static void *counter(void *argument) {
    pthread_mutex_lock(&table.lock);
    if (table.count != 5)
        table.count++;
    pthread_mutex_unlock(&table.lock);
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, counter, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
