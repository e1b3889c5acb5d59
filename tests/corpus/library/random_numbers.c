//@ unsafe
//@ property: assertions
//@ by: explicit
// Each function of its family is called, with and without use of its value: the trace must replay event for event.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int n = rand();
    rand();
    long m = random();
    unsigned s = 1;
    n = rand_r(&s);
    srand(3);
    srandom(4);
    random();
    rand_r(&s);
    assert(0);
    return 0;
}
