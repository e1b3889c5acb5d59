//@ memory: safe  data-race: safe
//@ by: static
//@ twin: null_at_the_end_of_a_list
// The pointers of a list lead to its elements, or are null.
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *head;

static void *sum(void *unused) {
    int sum = 0;
    for (struct node *node = head; node; node = node->next)
        sum ^= node->value;
    return unused;
}

int main(void) {
    pthread_t one, two;
    for (int i = 0; i < 20; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    pthread_create(&one, 0, sum, 0);
    pthread_create(&two, 0, sum, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
