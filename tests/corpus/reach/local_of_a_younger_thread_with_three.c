//@ safe
//@ by: explicit bmc
//@ twin: local_of_a_younger_thread
// The reader finds what it hopes for in a local variable of a thread that was started after it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *reader(void *unused) {
    pthread_mutex_lock(&guard);
    if (shared)
        assert(*shared == 3);
    pthread_mutex_unlock(&guard);
    return unused;
}

static void *owner(void *unused) {
    int own = 3;
    pthread_mutex_lock(&guard);
    shared = &own;
    pthread_mutex_unlock(&guard);
    pthread_mutex_lock(&guard);
    shared = 0;
    pthread_mutex_unlock(&guard);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, owner, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
