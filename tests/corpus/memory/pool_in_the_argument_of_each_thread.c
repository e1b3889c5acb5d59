//@ memory: safe  data-race: safe
//@ by: static
//@ twin: pool_in_the_argument_after_the_creation
// Each thread finds a pointer in its argument, which was stored there before it was created.
#include <pthread.h>

struct pool {
    pthread_mutex_t lock;
    int count;
};

struct argument {
    struct pool *pool;
    int id;
};

static void *work(void *given) {
    struct argument *argument = given;
    pthread_mutex_lock(&argument->pool->lock);
    argument->pool->count ^= argument->id;
    pthread_mutex_unlock(&argument->pool->lock);
    return 0;
}

int main(void) {
    static struct pool pool = {PTHREAD_MUTEX_INITIALIZER, 0};
    struct argument arguments[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        arguments[i].id = i;
        arguments[i].pool = &pool;
        pthread_create(&threads[i], 0, work, &arguments[i]);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
