//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: list_freed_but_for_the_last
// The loop frees every node.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *first = 0;
    for (int index = 0; index < 3; index++) {
        struct node *node = malloc(sizeof *node);
        node->next = first;
        first = node;
    }
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
