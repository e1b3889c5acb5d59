//@ all: safe
//@ by: explicit
//@ twin: mark_left_in_a_pointer
// A thread marks a node of a list as deleted in the lowest bit of its pointer to the next node (Harris 2001); another one follows the pointer
// without its mark.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    int value;
    _Atomic uintptr_t next;
};

static struct node *head;

static void *delete(void *unused) {
    uintptr_t next = atomic_load(&head->next);
    if (!(next & 1))
        atomic_compare_exchange_strong(&head->next, &next, next | 1);
    return unused;
}

static void *walk(void *unused) {
    struct node *next = (struct node *)(atomic_load(&head->next) & ~(uintptr_t)1);
    assert(next->value == 2);
    return unused;
}

int main(void) {
    pthread_t one, other;
    struct node *second = malloc(sizeof *second);
    head = malloc(sizeof *head);
    if (!head || !second)
        exit(0);
    second->value = 2;
    atomic_init(&head->next, (uintptr_t)second);
    pthread_create(&one, 0, delete, 0);
    pthread_create(&other, 0, walk, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert((atomic_load(&head->next) & 7) == 1);
    free((void *)(atomic_fetch_xor(&head->next, 1) ^ 1));
    free(head);
    return 0;
}
