//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 67_cells_of_a_loop_are_one
// Every turn allocates another object.
#include <assert.h>
#include <stdlib.h>

int *cells[2];

int main(void) {
    for (int i = 0; i < 2; i++) {
        cells[i] = malloc(sizeof(int));
        *cells[i] = i;
    }
    assert(cells[0] != cells[1] && *cells[0] == 0);
    return 0;
}
