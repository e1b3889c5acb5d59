//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 83_list_grows_in_the_loop
// The last cell is at the end.
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
    assert(list->value == 2 && list->next->next->next == 0);
    return 0;
}
