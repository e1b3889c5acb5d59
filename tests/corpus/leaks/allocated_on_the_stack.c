//@ all: safe  leaks: safe
//@ by: explicit bmc
//@ twin: allocated_from_the_heap
// What lies on the stack is not freed by hand.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    int *cell = alloca(sizeof *cell);
    *cell = 1;
    return 0;
}
