//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 83_list_grows_in_the_loop_by_one
// The loop links new cells: a pointer into the list leads to cells that did not exist before.
#include <assert.h>
#include <stdlib.h>

struct cell {
    struct cell *next;
    int value;
};

int main(void) {
    struct cell *list = 0;
    for (int i = 0; i < 3; i++) {
        struct cell *c = malloc(sizeof *c);
        c->next = list;
        c->value = i;
        list = c;
    }
    assert(list->next->next->value != 0);
    return 0;
}
