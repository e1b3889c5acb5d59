//@ all: safe
//@ by: explicit
//@ twin: arena_without_a_limit
// What is larger than an element of a long array touches no member in front of the array.
#include <pthread.h>
#include <stddef.h>

struct arena {
    pthread_mutex_t lock;
    size_t used;
    unsigned char bytes[64];
};

struct point {
    int x, y;
};

static struct arena arena = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *allocate(size_t size)
{
    void *result = NULL;
    pthread_mutex_lock(&arena.lock);
    if (size <= sizeof arena.bytes - arena.used) {
        result = arena.bytes + arena.used;
        arena.used += size;
    }
    pthread_mutex_unlock(&arena.lock);
    return result;
}

static void *work(void *argument)
{
    struct point *point = allocate(sizeof *point);
    if (point)
        point->y = 1;
    return argument;
}

int main(void)
{
    pthread_t one;
    pthread_create(&one, NULL, work, NULL);
    work(NULL);
    pthread_join(one, NULL);
    return 0;
}
