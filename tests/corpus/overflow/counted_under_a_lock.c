//@ overflow: safe  memory: safe  data-race: safe
//@ by: static
//@ twin: counted_under_a_lock_that_is_released
// A bounded buffer: its length is tested and changed under one lock, and threads never end.
#include <pthread.h>

struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t opened, taken;
    int is_open;
    int length;
    int items[2];
};

static struct buffer buffer = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, { 0, 0 } };

static void put(int item) {
    pthread_mutex_lock(&buffer.lock);
    while (!buffer.is_open)
        pthread_cond_wait(&buffer.opened, &buffer.lock);
    if (buffer.length < 2)
        buffer.items[buffer.length++] = item;
    pthread_mutex_unlock(&buffer.lock);
}

static int take(void) {
    int item = -1;
    pthread_mutex_lock(&buffer.lock);
    buffer.is_open = 1;
    pthread_cond_broadcast(&buffer.opened);
    if (buffer.length > 0) {
        pthread_cond_signal(&buffer.taken);
        item = buffer.items[--buffer.length];
    }
    pthread_mutex_unlock(&buffer.lock);
    return item;
}

void *producer(void *argument) {
    for (;;)
        put(1);
    return argument;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, producer, 0);
    pthread_create(&two, 0, producer, 0);
    while (take() != 7)
        ;
    return 0;
}
