//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_list_of_cells_in_the_wrong_order
// Each of two threads pushes a cell; main frees the list.
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
    pthread_mutex_lock(&m);
    c->next = list;
    list = c;
    pthread_mutex_unlock(&m);
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
