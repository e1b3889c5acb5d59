//@ safe
// The last of three nodes leads nowhere.
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
    third->next = 0;
    for (struct node *node = first; node; node = node->next)
        continue;
    return 0;
}
