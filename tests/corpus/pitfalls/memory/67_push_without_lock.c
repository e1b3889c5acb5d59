//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_list_of_cells
// Without the lock a cell is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int value;
} *list;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *push(void *p) {
    struct cell *c = malloc(sizeof *c);
    c->value = *(int *)p;
    c->next = list;
    list = c;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 1, two = 2, sum = 0;
    pthread_create(&t1, 0, push, &one);
    pthread_create(&t2, 0, push, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    while (list) {
        struct cell *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    assert(sum == 3);
    return 0;
}
