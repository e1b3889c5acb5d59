//@ all: safe
//@ by: static explicit
//@ open: overflow locks: static does not follow these numbers, or mutexes that no call initialized
//@ twin: mutex_of_a_frame_is_recursive
// A structure of main has a mutex that its initializer makes a plain one; another member is not zero. A thread locks it again and again.
#include <pthread.h>

struct counter {
    int limit;
    pthread_mutex_t lock;
    int value;
};

static void *count(void *argument)
{
    struct counter *counter = argument;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&counter->lock);
        if (counter->value < counter->limit)
            counter->value++;
        pthread_mutex_unlock(&counter->lock);
    }
    return 0;
}

int main(void)
{
    struct counter counter = {.limit = 3, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t thread;
    pthread_create(&thread, 0, count, &counter);
    count(&counter);
    pthread_join(thread, 0);
    return 0;
}
