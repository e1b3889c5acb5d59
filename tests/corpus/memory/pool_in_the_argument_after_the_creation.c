//@ memory: unsafe
//@ by: explicit
//@ twin: pool_in_the_argument_of_each_thread
// Each thread finds a pointer in its argument, which may not be there yet.
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
    static struct argument arguments[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        arguments[i].id = i;
        pthread_create(&threads[i], 0, work, &arguments[i]);
        arguments[i].pool = &pool;
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
