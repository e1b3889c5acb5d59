//@ safe
//@ data-model: ilp32
//@ twin: guests_without_end_unlocked
// Threads are created without end; each takes a lock before it counts itself. No bounded number of threads shows it: UNKNOWN, not SAFE.
#include <assert.h>
#include <pthread.h>

int inside;
pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;

void *guest(void *unused) {
    pthread_mutex_lock(&door);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&door);
    return unused;
}

int main(void) {
    while (1) {
        pthread_t t;
        pthread_create(&t, 0, guest, 0);
    }
}
