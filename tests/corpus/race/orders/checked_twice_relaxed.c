//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: checked_twice
// The check in front of the lock acquires nothing: the object may be read before it is there.
#include <pthread.h>
#include <stdatomic.h>

int object;
atomic_int is_ready;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int get(void) {
    if (!atomic_load_explicit(&is_ready, memory_order_relaxed)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load_explicit(&is_ready, memory_order_relaxed)) {
            object = 1;
            atomic_store_explicit(&is_ready, 1, memory_order_release);
        }
        pthread_mutex_unlock(&mutex);
    }
    return object;
}

void *user(void *unused) {
    get();
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, user, 0);
    pthread_create(&u, 0, user, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
