//@ data-race: safe
//@ by: static
//@ twin: equal_to_a_freed_one_unlocked
// C leaves it open whether new memory has the address of memory that was freed: either way, main writes with the lock.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    pthread_mutex_lock(&lock);
    data++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t id;
    char *old = malloc(1);
    free(old);
    char *new = malloc(1);
    pthread_create(&id, 0, work, 0);
    if (old == new) {
        pthread_mutex_lock(&lock);
        data++;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(id, 0);
    return 0;
}
