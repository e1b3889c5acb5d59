//@ safe
//@ by: static
//@ twin: lock_beside_an_array_that_stays_locked
// The array behind the lock has an index of which only the range is known.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static struct { pthread_mutex_t lock; unsigned items[4]; } table = { PTHREAD_MUTEX_INITIALIZER };

static void *work(void *unused) {
    for (;;) {
        unsigned index = __VERIFIER_nondet_uint() % 4;
        pthread_mutex_lock(&table.lock);
        table.items[index]++;
        pthread_mutex_unlock(&table.lock);
    }
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    work(0);
    return 0;
}
