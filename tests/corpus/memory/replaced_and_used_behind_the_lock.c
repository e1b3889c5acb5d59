//@ memory: unsafe  data-race: unsafe  others: safe
//@ by: bmc explicit
//@ twin: replaced_under_a_lock
// The memory is used behind the lock, where the other thread may have freed it.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char *name;

void *rename_it(void *argument) {
    pthread_mutex_lock(&lock);
    free(name);
    name = malloc(2);
    char *mine = name;
    pthread_mutex_unlock(&lock);
    mine[0] = 'a';
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    rename_it(0);
    pthread_join(thread, 0);
    return 0;
}
