//@ memory: safe
//@ by: static
//@ twin: member_of_null_is_no_address
// The address of a member of an object is kept in memory.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct node node, *kept;
int *member;

int main(void) {
    kept = &node;
    member = &kept->value;
    if (member)
        *member = 1;
    return 0;
}
