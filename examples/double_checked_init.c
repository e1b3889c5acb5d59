/*
 * Double-checked initialization.
 *
 * The configuration is read by everybody, all the time, and made by whoever needs it first. Taking a lock for each look at
 * it is too slow, the engineer thought, so the lock is taken only by those who find no configuration yet, and these look once
 * more when they have it: it is made exactly once.
 *
 * It is. But the pointer is stored before the structure is filled in: a thread that comes in between sees the pointer, takes
 * the fast way, and reads a port of 0. And even with these two lines swapped, the compiler and the processor may swap them
 * back: the fast way reads a plain variable that another thread writes, which is a data race.
 *
 *   raddle check examples/double_checked_init.c
 *   VERDICT: UNSAFE (assertions, data-race)
 *
 * Look for the thread that reads `config` between the two writes of the other one.
 */
#include <assert.h>
#include <pthread.h>

struct config {
    int port;
};

struct config storage;
struct config *config;
pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

struct config *get_config(void) {
    if (config)
        return config;
    pthread_mutex_lock(&making);
    if (!config) {
        config = &storage;
        config->port = 8080;
    }
    pthread_mutex_unlock(&making);
    return config;
}

void *server(void *unused) {
    struct config *c = get_config();
    assert(c->port == 8080);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, server, 0);
    pthread_create(&b, 0, server, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
