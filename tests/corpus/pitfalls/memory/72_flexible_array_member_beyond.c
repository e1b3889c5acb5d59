//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_flexible_array_member
// Allocated for one.
#include <assert.h>
#include <stdlib.h>

struct message {
    int length;
    int data[];
};

int main(void) {
    struct message *m = malloc(sizeof *m + sizeof(int));
    m->length = 2;
    m->data[0] = 1;
    m->data[1] = 2;
    assert(m->data[m->length - 1] == 2);
    free(m);
    return 0;
}
