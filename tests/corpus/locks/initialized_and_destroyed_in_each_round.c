//@ all: safe
//@ by: static explicit
//@ twin: initialized_in_each_round
// Each round ends the mutex that it made.
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

int main(void) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_init(&lock, 0);
        pthread_mutex_lock(&lock);
        count = 1;
        pthread_mutex_unlock(&lock);
        pthread_mutex_destroy(&lock);
    }
    return 0;
}
