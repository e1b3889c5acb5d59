/*
 * Double-checked initialization, fixed: the structure is filled in first, then its address is published, in an _Atomic
 * pointer. Whoever sees the address sees what was written before it.
 *
 *   raddle check examples/double_checked_init_fixed.c
 *   VERDICT: SAFE
 *
 * (pthread_once and call_once do the same for you.)
 */
#include <assert.h>
#include <pthread.h>

struct config {
    int port;
};

struct config storage;
struct config *_Atomic config;
pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

struct config *get_config(void) {
    struct config *made = config;
    if (made)
        return made;
    pthread_mutex_lock(&making);
    if (!config) {
        storage.port = 8080;
        config = &storage;
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
