//@ data-race: unsafe
//@ by: explicit
//@ twin: equal_to_a_freed_one_locked
// C leaves it open whether new memory has the address of memory that was freed: if it has, main writes without the lock.
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
    if (old == new)
        data++;
    pthread_join(id, 0);
    return 0;
}
