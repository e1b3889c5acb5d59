//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 74_next_of_the_first
// The slots hold lists of different lengths: the second node of the other slot is null.
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
    int value;
};
struct node tail = {0, 2};
struct node head = {&tail, 1};
struct node single = {0, 3};
struct node *slot[2] = {&head, &single};

void *worker(void *p) {
    int i = *(int *)p;
    assert(slot[i]->next->value == 2);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int i = 0, j = 1;
    pthread_create(&t1, 0, worker, &i);
    pthread_create(&t2, 0, worker, &j);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
