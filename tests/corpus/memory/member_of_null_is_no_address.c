//@ memory: unsafe
//@ by: explicit
//@ twin: member_of_an_object_is_an_address
//@ domain: 0 1
// The address of a member of nothing is not null, and leads nowhere.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

struct node node, *kept;
int *member;

int main(void) {
    if (__VERIFIER_nondet_int())
        kept = &node;
    member = &kept->value;
    if (member)
        *member = 1;
    return 0;
}
