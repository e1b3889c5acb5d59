//@ safe
//@ by: static
//@ twin: cleared_behind_the_initialization
// The structure is filled with zeros before the mutex in it is initialized.
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
    memset(&table, 0, sizeof table);
    pthread_mutex_init(&table.lock, 0);
    pthread_create(&id, 0, work, 0);
    work(0);
    pthread_join(id, 0);
    return 0;
}
