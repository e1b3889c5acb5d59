//@ termination: unsafe  others: safe
//@ twin: list_of_three_nodes
// Three nodes lead to each other: the walk never ends. After one round it stands at another node.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second), *third = malloc(sizeof *third);
    if (!first || !second || !third)
        return 1;
    first->next = second;
    second->next = third;
    third->next = first;
    for (struct node *node = first; node; node = node->next)
        continue;
    return 0;
}
