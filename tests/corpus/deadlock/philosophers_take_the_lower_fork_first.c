//@ all: safe
//@ by: explicit
//@ twin: philosophers_take_the_left_fork_first
// Each philosopher takes the fork with the lower address first: they never wait for each other in a circle.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t red = PTHREAD_MUTEX_INITIALIZER, green = PTHREAD_MUTEX_INITIALIZER, blue = PTHREAD_MUTEX_INITIALIZER;

struct philosopher {
    pthread_mutex_t *left, *right;
};

static struct philosopher all[3] = {{&red, &green}, {&green, &blue}, {&blue, &red}};

static void *dine(void *arg) {
    struct philosopher *me = arg;
    pthread_mutex_t *first = me->left, *second = me->right;
    if ((uintptr_t)first > (uintptr_t)second) {
        first = me->right;
        second = me->left;
    }
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, dine, &all[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
