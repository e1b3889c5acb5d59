//@ safe
//@ by: explicit bmc
//@ twin: ends_of_a_queue_in_the_wrong_order
// One thread moves the tail of a queue, the other its head: each knows its own end.
#include <assert.h>
#include <pthread.h>

struct {
    int element[3];
    int head, tail, amount;
} queue;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        queue.element[queue.tail] = i + 1;
        queue.tail++;
        queue.amount++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    int expected = 1;
    pthread_create(&t, 0, producer, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        if (queue.amount > 0) {
            int value = queue.element[queue.head];
            queue.head++;
            queue.amount--;
            assert(value == expected);
            expected++;
        }
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    return 0;
}
