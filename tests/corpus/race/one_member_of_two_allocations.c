//@ data-race: unsafe
//@ by: explicit bmc
//@ twin: members_of_two_allocations
// Two objects of different types are allocated in one function. One member is written by two threads.
#include <pthread.h>
#include <stdlib.h>

struct pair { int first, second; };
struct list { struct list *next; long value; };

struct pair *pair;
struct list *list;

void *work(void *argument) {
    pair->first = 1;
    list->value = 2;
    return argument;
}

int main(void) {
    pthread_t id;
    pair = malloc(sizeof *pair);
    list = malloc(sizeof *list);
    pthread_create(&id, 0, work, 0);
    pair->first = 1;
    list->next = 0;
    pthread_join(id, 0);
    free((void *)pair);
    return 0;
}
