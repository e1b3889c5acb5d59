//@ all: safe
//@ by: bmc lazy schedule explicit
//@ twin: replaced_and_used_behind_the_lock
// Each thread frees what it finds, and puts new memory there: where it looks first, the memory that it makes later seems to be possible.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char *name;

void *rename_it(void *argument) {
    pthread_mutex_lock(&lock);
    free(name);
    name = malloc(2);
    name[0] = 'a';
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    rename_it(0);
    pthread_join(thread, 0);
    return 0;
}
