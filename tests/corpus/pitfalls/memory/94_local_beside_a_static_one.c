//@ all: safe
//@ by: explicit
//@ twin: 94_local_where_another_was
// A static local lives for ever.
#include <assert.h>

int *first(void) {
    static int x = 1;
    int *p = &x;
    return p;
}

int second(int *p) {
    int y = 2;
    return p == &y;
}

int main(void) {
    assert(!second(first()));
    return 0;
}
