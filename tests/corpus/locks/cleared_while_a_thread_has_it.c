//@ unsafe
//@ by: explicit
//@ twin: cleared_before_the_initialization
// The mutex is overwritten while a thread may have it.
#include <pthread.h>
#include <string.h>

static struct { unsigned count; pthread_mutex_t lock; } table;

static void *work(void *unused) {
    pthread_mutex_lock(&table.lock);
    table.count++;
    pthread_mutex_unlock(&table.lock);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_mutex_init(&table.lock, 0);
    pthread_create(&id, 0, work, 0);
    memset(&table, 0, sizeof table);
    pthread_join(id, 0);
    return 0;
}
