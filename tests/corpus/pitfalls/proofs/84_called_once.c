//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 84_called_twice_from_two_places
// Behind an endless second call nothing is reached.
#include <assert.h>
#include <stdlib.h>

int calls;

void f(void) {
    if (calls++)
        exit(0);
}

int main(void) {
    f();
    f();
    assert(0);
    return 0;
}
