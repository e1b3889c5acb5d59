//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: list_freed
// The loop stops in front of the last node.
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
    while (first->next) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
