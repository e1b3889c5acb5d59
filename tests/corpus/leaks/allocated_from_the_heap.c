//@ leaks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: allocated_on_the_stack
// What lies on the heap is.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    return 0;
}
