//@ all: safe
//@ by: explicit
//@ twin: 98_both_answers_possible
// The two objects are equal or not, whoever asks.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    int first = new == old, second = new == old;
    assert(first == second);
    free(new);
    return 0;
}
