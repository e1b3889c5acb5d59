//@ unsafe
//@ by: explicit bmc
//@ twin: written_after_the_joins
// One of two threads has been joined: the other one may write between what main writes and what it reads.
#include <assert.h>
#include <pthread.h>

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_mutex_lock(&lock);
    total = -1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(total == -1);
    pthread_mutex_unlock(&lock);
    pthread_join(other, 0);
    return 0;
}
