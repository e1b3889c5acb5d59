//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: 98_same_answer_twice
// Both answers are the same, and may be no.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    int first = new == old, second = new == old;
    assert(first != second);
    free(new);
    return 0;
}
