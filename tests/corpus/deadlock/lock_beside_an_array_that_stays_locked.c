//@ unsafe
//@ by: explicit
//@ domain: 0 3
//@ twin: lock_beside_an_array
// One index leaves the section without an unlock.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static struct { pthread_mutex_t lock; unsigned items[4]; } table = { PTHREAD_MUTEX_INITIALIZER };

static void *work(void *unused) {
    for (;;) {
        unsigned index = __VERIFIER_nondet_uint() % 4;
        pthread_mutex_lock(&table.lock);
        table.items[index] ^= 1;
        if (index == 3)
            continue;
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
